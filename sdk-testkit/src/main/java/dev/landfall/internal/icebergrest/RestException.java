package dev.landfall.internal.icebergrest;

/** A refusal for which not every release of Iceberg has an exception. */
final class RestException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final String type;

  private RestException(int status, String type, String message) {
    super(message);
    this.status = status;
    this.type = type;
  }

  static RestException noSuchWarehouse(Warehouse warehouse) {
    return new RestException(
        404,
        "NoSuchWarehouseException",
        "There is no branch '"
            + warehouse.branch()
            + "' of a project '"
            + warehouse.project()
            + "'; give project or project@branch, and create it first");
  }

  int status() {
    return status;
  }

  String type() {
    return type;
  }
}
