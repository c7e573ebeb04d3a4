package dev.landfall.catalog;

/** A project or branch of this name exists. */
public final class AlreadyExistsException extends CatalogException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with a message that says what, where and what to do. */
  public AlreadyExistsException(String message) {
    super(message, null);
  }
}
