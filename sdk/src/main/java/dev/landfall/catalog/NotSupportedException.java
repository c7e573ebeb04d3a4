package dev.landfall.catalog;

/** This catalog cannot do what was asked for. */
public final class NotSupportedException extends CatalogException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with a message that says what, where and what to do. */
  public NotSupportedException(String message) {
    super(message, null);
  }
}
