package dev.landfall.catalog;

/**
 * The catalog's store is damaged or lacks commits that it had acknowledged; it is not written to.
 */
public final class CatalogDamagedException extends CatalogException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with a message that says what, where and what to do. */
  public CatalogDamagedException(String message) {
    super(message, null);
  }

  /** Makes the exception with its cause. */
  public CatalogDamagedException(String message, Throwable cause) {
    super(message, cause);
  }
}
