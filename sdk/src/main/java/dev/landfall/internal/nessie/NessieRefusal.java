package dev.landfall.internal.nessie;

import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.catalog.UnauthenticatedException;
import dev.landfall.internal.http.HttpAnswer;
import dev.landfall.internal.http.HttpRequest;
import dev.landfall.internal.http.Refusals;
import dev.landfall.internal.wire.StrictJson;
import dev.landfall.internal.wire.WireFormatException;
import java.util.Optional;

/**
 * Nessie's own refusal, in the form that all its refusals have. An answer of another form may come
 * from anything in between.
 *
 * @param code such as {@code REFERENCE_CONFLICT}
 */
record NessieRefusal(int status, String code, String message) {

  /** Reads a refusal; empty if the answer is none. */
  static Optional<NessieRefusal> of(HttpAnswer answer) {
    if (answer.status() < 400 || answer.status() >= 500) {
      return Optional.empty();
    }
    try {
      StrictJson json = StrictJson.parseForeign(answer.body());
      return json.integer("status") == answer.status()
          ? Optional.of(
              new NessieRefusal(
                  answer.status(),
                  json.text("errorCode"),
                  json.optionalText("message").orElse("no reason given")))
          : Optional.empty();
    } catch (WireFormatException e) {
      return Optional.empty();
    }
  }

  /** Makes the exception for an answer to a request that changes no branch of a project. */
  static CatalogException ofRead(HttpRequest request, HttpAnswer answer) {
    // Nessie's login stands before Nessie, and has another form of refusing.
    return switch (answer.status()) {
      case 401 ->
          new UnauthenticatedException(
              request + " was answered 401; give valid credentials through HttpOptions");
      case 403 ->
          new PermissionDeniedException(
              request + " was answered 403; the credentials do not permit it");
      default -> ofChange(request, answer);
    };
  }

  /** Makes the exception for an answer to a request that may have changed a branch. */
  static CatalogException ofChange(HttpRequest request, HttpAnswer answer) {
    return of(answer)
        .map(refusal -> refusal.toException(request, answer))
        .orElseGet(
            () ->
                Refusals.unproven(
                    request, answer, " without Nessie's own error, so by something in between"));
  }

  private CatalogException toException(HttpRequest request, HttpAnswer answer) {
    String words = "Nessie refused " + request + ": " + message;
    return switch (status) {
      case 400, 413 -> new InvalidRequestException(words);
      case 401 -> new UnauthenticatedException(words);
      case 403 -> new PermissionDeniedException(words);
      case 404 -> new NotFoundException(words);
      default -> Refusals.unproven(request, answer, ": " + message);
    };
  }
}
