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
import java.time.Duration;
import org.jspecify.annotations.Nullable;
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
    if (failure instanceof CatalogException refusal) {
      Reply reply = ofCatalog(refusal, requestId);
      if (reply != null) {
        return reply;
      }
    }
    LOG.error("Request {} failed", requestId, failure);
    return refused(
        ErrorCode.INTERNAL,
        "The server failed; whether the request took effect is not known. Its log has more",
        requestId);
  }

  private static @Nullable Reply ofCatalog(CatalogException failure, String requestId) {
    ErrorCode code = codeOf(failure);
    return switch (code) {
      case INTERNAL -> null;
      case UNAVAILABLE ->
          notTold(failure, code, "The catalog behind this server could not answer", requestId)
              .with("Retry-After", Long.toString(secondsToWait(failure)));
      case PERMISSION_DENIED ->
          notTold(failure, code, "The catalog behind this server may not do this", requestId);
      case NOT_SUPPORTED ->
          notTold(
              failure,
              code,
              "The catalog behind this server lacks the capability, or is read-only",
              requestId);
      case UNAUTHENTICATED ->
          notTold(
                  failure,
                  code,
                  "The catalog behind this server was not given valid credentials",
                  requestId)
              .with("WWW-Authenticate", "Bearer");
      default -> refused(code, String.valueOf(failure.getMessage()), requestId);
    };
  }

  /** What is wrong with the catalog, and not with the request, may name files: it is logged. */
  private static Reply notTold(
      CatalogException failure, ErrorCode code, String message, String requestId) {
    LOG.warn("Request {}: {}", requestId, message, failure);
    return refused(code, message + "; the log of the server has more", requestId);
  }

  private static long secondsToWait(CatalogException failure) {
    Duration wait =
        failure instanceof UnavailableException unavailable
            ? unavailable.retryAfter().orElse(Duration.ZERO)
            : Duration.ZERO;
    return Math.max(1, wait.plusMillis(999).toSeconds());
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
    } else if (refusal instanceof UnavailableException || refusal instanceof ProtocolException) {
      return ErrorCode.UNAVAILABLE;
    }
    return ErrorCode.INTERNAL;
  }

  private static Reply refused(ErrorCode code, String message, String requestId) {
    return Reply.refused(ErrorEnvelope.of(code, message, requestId));
  }
}
