package dev.landfall.catalog;

/** The catalog refuses the request as it is, and always will. */
public final class InvalidRequestException extends CatalogException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with a message that says what, where and what to do. */
  public InvalidRequestException(String message) {
    super(message, null);
  }

  /** Makes the exception with its cause. */
  public InvalidRequestException(String message, Throwable cause) {
    super(message, cause);
  }
}
