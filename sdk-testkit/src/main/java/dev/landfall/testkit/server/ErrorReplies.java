package dev.landfall.testkit.server;

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
import dev.landfall.internal.wire.ErrorCode;
import dev.landfall.internal.wire.ErrorEnvelope;
import dev.landfall.internal.wire.WireFormatException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a client is told of a failure. A catalog's own refusal is passed on with its words; whatever
 * else happens is for the log, and the client gets the request id to find it there.
 */
final class ErrorReplies {

  private static final Logger LOG = LoggerFactory.getLogger(ErrorReplies.class);

  private ErrorReplies() {}

  static Reply of(Throwable failure, String requestId) {
    if (failure instanceof Refusal refusal) {
      return refusal.reply(requestId);
    }
    if (failure instanceof WireFormatException wrong) {
      return refused(ErrorCode.INVALID_REQUEST, "Invalid body: " + wrong.getMessage(), requestId);
    }
    if (failure instanceof UnavailableException || failure instanceof ProtocolException) {
      LOG.warn("Request {}: the catalog could not answer", requestId, failure);
      String message = "The catalog behind this server could not answer; ask again";
      return refused(ErrorCode.UNAVAILABLE, message, requestId).with("Retry-After", "1");
    }
    if (failure instanceof CatalogException refusal && codeOf(refusal) != ErrorCode.INTERNAL) {
      return refused(codeOf(refusal), String.valueOf(refusal.getMessage()), requestId);
    }
    LOG.error("Request {} failed", requestId, failure);
    return refused(
        ErrorCode.INTERNAL,
        "The server failed; whether the request took effect is not known. Its log has more",
        requestId);
  }

  private static ErrorCode codeOf(CatalogException refusal) {
    if (refusal instanceof AlreadyExistsException) {
      return ErrorCode.ALREADY_EXISTS;
    } else if (refusal instanceof InvalidRequestException) {
      return ErrorCode.INVALID_REQUEST;
    } else if (refusal instanceof NotFoundException) {
      return ErrorCode.NOT_FOUND;
    } else if (refusal instanceof NotSupportedException) {
      return ErrorCode.NOT_SUPPORTED;
    } else if (refusal instanceof OperationAbandonedException) {
      return ErrorCode.OPERATION_ABANDONED;
    } else if (refusal instanceof OperationMismatchException) {
      return ErrorCode.OPERATION_MISMATCH;
    } else if (refusal instanceof PermissionDeniedException) {
      return ErrorCode.PERMISSION_DENIED;
    } else if (refusal instanceof UnauthenticatedException) {
      return ErrorCode.UNAUTHENTICATED;
    }
    return ErrorCode.INTERNAL;
  }

  private static Reply refused(ErrorCode code, String message, String requestId) {
    return Reply.refused(ErrorEnvelope.of(code, message, requestId));
  }
}
