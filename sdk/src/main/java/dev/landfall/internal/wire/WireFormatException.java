package dev.landfall.internal.wire;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A JSON text is not what its format asks for; the message names the field. */
public final class WireFormatException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final @Nullable String field;

  private WireFormatException(@Nullable String field, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.field = field;
  }

  /** Makes the exception for a field, by its path from the root. */
  static WireFormatException inField(String path, String problem) {
    return new WireFormatException(path, "Field '" + path + "' " + problem, null);
  }

  /** Makes the exception for a text that is no JSON object at all. */
  static WireFormatException inText(String problem, @Nullable Throwable cause) {
    return new WireFormatException(null, problem, cause);
  }

  /** Returns the path of the field from the root; empty if the text as a whole is wrong. */
  public Optional<String> field() {
    return Optional.ofNullable(field);
  }
}
