package dev.landfall.catalog;

/** The catalog knows the caller, who may not do this. */
public final class PermissionDeniedException extends CatalogException {

  private static final long serialVersionUID = 1L;

  /** Makes the exception with a message that says what, where and what to do. */
  public PermissionDeniedException(String message) {
    super(message, null);
  }

  /** Makes the exception with its cause. */
  public PermissionDeniedException(String message, Throwable cause) {
    super(message, cause);
  }
}
