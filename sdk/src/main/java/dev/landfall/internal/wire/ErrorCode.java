package dev.landfall.internal.wire;

import java.util.Arrays;
import java.util.Optional;

/** Why a catalog refuses a request over HTTP, and the status that goes with it. */
public enum ErrorCode {
  /** The request is wrong as it is. */
  INVALID_REQUEST("invalid-request", 400),
  /** This catalog cannot do what was asked for. */
  NOT_SUPPORTED("not-supported", 400),
  /** The credentials are missing, or not accepted. */
  UNAUTHENTICATED("unauthenticated", 401),
  /** The caller may not do this. */
  PERMISSION_DENIED("permission-denied", 403),
  /** A project, branch, commit or path does not exist. */
  NOT_FOUND("not-found", 404),
  /** The path exists, but not for this method. */
  METHOD_NOT_ALLOWED("method-not-allowed", 405),
  /** The branch head is not the expected one. */
  BRANCH_MOVED("branch-moved", 409),
  /** Changes cannot be applied. */
  CONFLICT("conflict", 409),
  /** A project or branch of this name exists. */
  ALREADY_EXISTS("already-exists", 409),
  /** The operation was abandoned. */
  OPERATION_ABANDONED("operation-abandoned", 410),
  /** The body is longer than allowed. */
  REQUEST_TOO_LARGE("request-too-large", 413),
  /** The URI is longer than allowed. */
  URI_TOO_LONG("uri-too-long", 414),
  /** The body is no JSON. */
  UNSUPPORTED_MEDIA_TYPE("unsupported-media-type", 415),
  /** The operation id belongs to another request. */
  OPERATION_MISMATCH("operation-mismatch", 422),
  /** The queue is full; the request was not looked at. */
  TOO_MANY_REQUESTS("too-many-requests", 429),
  /** The head of the request is longer than allowed. */
  HEADERS_TOO_LARGE("headers-too-large", 431),
  /** The server failed; whether the request took effect is not known. */
  INTERNAL("internal", 500),
  /** The server is stopping, or whether the request took effect is not known. */
  UNAVAILABLE("unavailable", 503);

  private final String code;
  private final int status;

  ErrorCode(String code, int status) {
    this.code = code;
    this.status = status;
  }

  /** Returns the code as it stands in the envelope. */
  public String code() {
    return code;
  }

  /** Returns the HTTP status that goes with it. */
  public int status() {
    return status;
  }

  /** Returns the error of this code and status; empty if there is none, or not with this status. */
  static Optional<ErrorCode> of(String code, int status) {
    return Arrays.stream(values())
        .filter(error -> error.code.equals(code) && error.status == status)
        .findFirst();
  }
}
