package dev.landfall.internal.http;

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
import dev.landfall.internal.wire.ErrorEnvelope;
import java.time.Duration;
import java.time.InstantSource;

/**
 * What an answer other than the expected one says. It is the catalog's own refusal only in the
 * catalog's envelope; a status alone may come from anything between the two, before or after the
 * catalog did what was asked.
 */
public final class Refusals {

  private Refusals() {}

  /** Makes the exception for an answer that is not in the catalog's envelope. */
  public static CatalogException withoutEnvelope(HttpRequest request, HttpAnswer answer) {
    return unproven(
        request,
        answer,
        " without the catalog's own error, so by something in between or by a server that is no"
            + " catalog");
  }

  /**
   * Makes the exception for an answer that proves nothing, as a 5xx never does.
   *
   * @param words what there is to say of the answer beside its status
   */
  public static CatalogException unproven(HttpRequest request, HttpAnswer answer, String words) {
    Duration retryAfter = RetryAfter.of(answer.headers(), InstantSource.system());
    boolean cannotAnswer =
        answer.status() >= 500 || answer.status() == 408 || answer.status() == 429;
    String what = request + " was answered " + answer.status() + words;
    return cannotAnswer
        ? new UnavailableException(what, true, retryAfter, answer.status())
        : new ProtocolException(what, answer.status(), null);
  }

  /** Makes the exception for a refusal in the catalog's envelope. */
  static CatalogException of(HttpRequest request, HttpAnswer answer, ErrorEnvelope error) {
    String words = words(error);
    return switch (error.code()) {
      case INVALID_REQUEST,
          METHOD_NOT_ALLOWED,
          REQUEST_TOO_LARGE,
          URI_TOO_LONG,
          UNSUPPORTED_MEDIA_TYPE,
          HEADERS_TOO_LARGE ->
          new InvalidRequestException(words);
      case NOT_SUPPORTED -> new NotSupportedException(words);
      case UNAUTHENTICATED -> new UnauthenticatedException(words);
      case PERMISSION_DENIED -> new PermissionDeniedException(words);
      case NOT_FOUND -> new NotFoundException(words);
      case ALREADY_EXISTS -> new AlreadyExistsException(words);
      case OPERATION_ABANDONED -> new OperationAbandonedException(words);
      case OPERATION_MISMATCH -> new OperationMismatchException(words);
      case TOO_MANY_REQUESTS ->
          new UnavailableException(
              words,
              false,
              RetryAfter.of(answer.headers(), InstantSource.system()),
              answer.status());
      case BRANCH_MOVED, CONFLICT ->
          new ProtocolException(
              request + " was answered " + answer.status() + ", which it cannot be: " + words,
              answer.status(),
              null);
      case INTERNAL, UNAVAILABLE -> unproven(request, answer, ": " + words);
    };
  }

  private static String words(ErrorEnvelope error) {
    return error.message() + " (request id " + error.requestId() + ")";
  }
}
