package dev.landfall.internal.wire;

<<<<<<< HEAD
import java.util.Optional;
=======
>>>>>>> engine
import org.jspecify.annotations.Nullable;

/** A JSON text is not what its format asks for; the message names the field. */
public final class WireFormatException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

<<<<<<< HEAD
  private final @Nullable String field;

  private WireFormatException(@Nullable String field, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.field = field;
=======
  private WireFormatException(String message, @Nullable Throwable cause) {
    super(message, cause);
>>>>>>> engine
  }

  /** Makes the exception for a field, by its path from the root. */
  static WireFormatException inField(String path, String problem) {
<<<<<<< HEAD
    return new WireFormatException(path, "Field '" + path + "' " + problem, null);
=======
    return new WireFormatException("Field '" + path + "' " + problem, null);
>>>>>>> engine
  }

  /** Makes the exception for a text that is no JSON object at all. */
  static WireFormatException inText(String problem, @Nullable Throwable cause) {
<<<<<<< HEAD
    return new WireFormatException(null, problem, cause);
  }

  /** Returns the path of the field from the root; empty if the text as a whole is wrong. */
  public Optional<String> field() {
    return Optional.ofNullable(field);
=======
    return new WireFormatException(problem, cause);
>>>>>>> engine
  }
}
