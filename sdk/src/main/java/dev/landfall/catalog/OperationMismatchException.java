package dev.landfall.catalog;

/**
 * The operation id belongs to another request. Nothing was published; an operation id is used for
 * one request only.
 */
public final class OperationMismatchException extends CatalogException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with a message that says what, where and what to do. */
  public OperationMismatchException(String message) {
    super(message, null);
  }
}
