package dev.landfall.catalog;

/** A project, branch, commit or table does not exist. */
public final class NotFoundException extends CatalogException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with a message that says what, where and what to do. */
  public NotFoundException(String message) {
    super(message, null);
  }
}
