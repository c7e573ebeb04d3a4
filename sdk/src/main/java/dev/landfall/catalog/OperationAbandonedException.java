package dev.landfall.catalog;

/**
 * The operation was abandoned; it will never be published. Its writes may be redone in a new
 * commit.
 */
public final class OperationAbandonedException extends CatalogException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with a message that says what, where and what to do. */
  public OperationAbandonedException(String message) {
    super(message, null);
  }
}
