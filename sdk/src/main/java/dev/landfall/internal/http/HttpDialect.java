package dev.landfall.internal.http;

import dev.landfall.internal.wire.ErrorCode;
import dev.landfall.internal.wire.ErrorEnvelope;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What differs between the protocols that go over HTTP.
 *
 * @param headers sent with every request
 * @param tokenRefused whether an answer with the status 401 is certain to have had no effect, so
 *     that the request may be sent once more with a fresh token
 */
public record HttpDialect(Map<String, String> headers, Predicate<HttpAnswer> tokenRefused) {

  /** The protocol that {@code catalog.yaml} describes. */
  static final HttpDialect LANDFALL =
      new HttpDialect(
          Map.of(),
          answer ->
              ErrorEnvelope.decode(answer.status(), answer.body())
                  .filter(error -> error.code() == ErrorCode.UNAUTHENTICATED)
                  .isPresent());

  /** Copies the headers. */
  public HttpDialect {
    headers = Map.copyOf(headers);
  }
}
