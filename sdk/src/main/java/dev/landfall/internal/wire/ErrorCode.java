package dev.landfall.internal.wire;

import dev.landfall.catalog.AlreadyExistsException;
import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.UnauthenticatedException;
import dev.landfall.catalog.UnavailableException;
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

  /** Returns the error that a server answers with when its catalog has thrown this. */
  public static ErrorCode of(CatalogException failure) {
    if (failure instanceof AlreadyExistsException) {
      return ALREADY_EXISTS;
    } else if (failure instanceof InvalidRequestException) {
      return INVALID_REQUEST;
    } else if (failure instanceof NotFoundException) {
      return NOT_FOUND;
    } else if (failure instanceof NotSupportedException) {
      return NOT_SUPPORTED;
    } else if (failure instanceof OperationAbandonedException) {
      return OPERATION_ABANDONED;
    } else if (failure instanceof OperationMismatchException) {
      return OPERATION_MISMATCH;
    } else if (failure instanceof PermissionDeniedException) {
      return PERMISSION_DENIED;
    } else if (failure instanceof UnauthenticatedException) {
      return UNAUTHENTICATED;
    } else if (failure instanceof UnavailableException || failure instanceof ProtocolException) {
      return UNAVAILABLE;
    }
    return INTERNAL;
  }

  /** Returns the error of this code and status; empty if there is none, or not with this status. */
  static Optional<ErrorCode> of(String code, int status) {
    return Arrays.stream(values())
        .filter(error -> error.code.equals(code) && error.status == status)
        .findFirst();
  }
}
