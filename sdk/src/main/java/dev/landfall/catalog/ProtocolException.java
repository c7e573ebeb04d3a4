package dev.landfall.catalog;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The answer was not one that a catalog gives: unreadable, cut, or written by something in between.
 * The call was sent, so the SDK turns this into an unknown outcome when it publishes.
 */
public final class ProtocolException extends CatalogException {

  private static final long serialVersionUID = 1L;

  private final @Nullable Integer httpStatus;

  /** Makes the exception. */
  public ProtocolException(String message, @Nullable Throwable cause) {
    super(message, cause);
    this.httpStatus = null;
  }

  /** Makes the exception for an answer over HTTP. */
  public ProtocolException(String message, int httpStatus, @Nullable Throwable cause) {
    super(message, cause);
    this.httpStatus = httpStatus;
  }

  /** Returns the status of the answer over HTTP; empty if the catalog is not asked over HTTP. */
  public OptionalInt httpStatus() {
    return httpStatus == null ? OptionalInt.empty() : OptionalInt.of(httpStatus);
  }
}
