package dev.landfall.internal.wire;

import org.jspecify.annotations.Nullable;

/** A JSON text is not what its format asks for; the message names the field. */
public final class WireFormatException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private WireFormatException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Makes the exception for a field, by its path from the root. */
  static WireFormatException inField(String path, String problem) {
    return new WireFormatException("Field '" + path + "' " + problem, null);
  }

  /** Makes the exception for a text that is no JSON object at all. */
  static WireFormatException inText(String problem, @Nullable Throwable cause) {
    return new WireFormatException(problem, cause);
  }
}
