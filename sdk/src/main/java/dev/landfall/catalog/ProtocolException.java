package dev.landfall.catalog;

import org.jspecify.annotations.Nullable;

/**
 * The answer was not one that a catalog gives: unreadable, cut, or written by something in between.
 * The call was sent, so the SDK turns this into an unknown outcome when it publishes.
 */
public final class ProtocolException extends CatalogException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception. */
  public ProtocolException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
