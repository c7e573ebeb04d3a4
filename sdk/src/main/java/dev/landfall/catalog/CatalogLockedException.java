package dev.landfall.catalog;

/**
 * Another process, or another client of this one, has the catalog's directory open; close that one
 * first.
 */
public final class CatalogLockedException extends CatalogException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with a message that says what, where and what to do. */
  public CatalogLockedException(String message) {
    super(message, null);
  }
}
