package dev.landfall.catalog;

/** The catalog does not accept the caller's credentials. */
public final class UnauthenticatedException extends CatalogException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with a message that says what, where and what to do. */
  public UnauthenticatedException(String message) {
    super(message, null);
  }
}
