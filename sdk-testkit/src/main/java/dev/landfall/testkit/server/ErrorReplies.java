package dev.landfall.testkit.server;

import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.internal.wire.ErrorCode;
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

  static Refusal refusal(Throwable failure, String requestId) {
    if (failure instanceof Refusal refusal) {
      return refusal;
    }
    if (failure instanceof WireFormatException wrong) {
      return Refusal.invalid("Invalid body: " + wrong.getMessage());
    }
    if (failure instanceof CatalogException known) {
      Refusal refusal = ofCatalog(known, requestId);
      if (refusal != null) {
        return refusal;
      }
    }
    LOG.error("Request {} failed", requestId, failure);
    return Refusal.of(
        ErrorCode.INTERNAL,
        "The server failed; whether the request took effect is not known. Its log has more");
  }

  private static @Nullable Refusal ofCatalog(CatalogException failure, String requestId) {
    ErrorCode code = ErrorCode.of(failure);
    return switch (code) {
      case INTERNAL -> null;
      case UNAVAILABLE ->
          Refusal.of(
              code,
              notTold(failure, "The catalog behind this server could not answer", requestId),
              "Retry-After",
              Long.toString(secondsToWait(failure)));
      case PERMISSION_DENIED ->
          Refusal.of(
              code, notTold(failure, "The catalog behind this server may not do this", requestId));
      case NOT_SUPPORTED ->
          Refusal.of(
              code,
              notTold(
                  failure,
                  "The catalog behind this server lacks the capability, or is read-only",
                  requestId));
      case UNAUTHENTICATED ->
          Refusal.of(
              code,
              notTold(
                  failure,
                  "The catalog behind this server was not given valid credentials",
                  requestId),
              "WWW-Authenticate",
              "Bearer");
      default -> Refusal.of(code, String.valueOf(failure.getMessage()));
    };
  }

  /** What is wrong with the catalog, and not with the request, may name files: it is logged. */
  private static String notTold(CatalogException failure, String message, String requestId) {
    LOG.warn("Request {}: {}", requestId, message, failure);
    return message + "; the log of the server has more";
  }

  private static long secondsToWait(CatalogException failure) {
    Duration wait =
        failure instanceof UnavailableException unavailable
            ? unavailable.retryAfter().orElse(Duration.ZERO)
            : Duration.ZERO;
    return Math.max(1, wait.plusMillis(999).toSeconds());
  }
}
