package dev.landfall.testkit.fault;

import dev.landfall.internal.wire.ErrorCode;
import dev.landfall.internal.wire.ErrorEnvelope;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * An answer that a {@link FaultProxy} makes up, in place of the server's. Immutable; the proxy adds
 * Content-Length itself.
 *
 * @param status 200 to 599
 * @param headers names and values, in the order in which they are sent
 * @param body sent in UTF-8
 */
public record CannedAnswer(int status, List<Map.Entry<String, String>> headers, String body) {

  static final String REFUSED = "Refused by the fault plan: ";

  private static final Set<String> OF_THE_CONNECTION =
      Set.of("content-length", "transfer-encoding", "connection", "keep-alive", "upgrade");

  /**
   * Makes an answer.
   *
   * @throws IllegalArgumentException if the status is none of a final answer, a header has a line
   *     break or is one that the proxy sets, or a status that has no body is given one
   */
  public CannedAnswer {
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException(
          "Cannot answer with status " + status + ": give one from 200 to 599");
    }
    headers =
        headers.stream().map(h -> Map.entry(checked(h.getKey()), checked(h.getValue()))).toList();
    for (Map.Entry<String, String> header : headers) {
      if (OF_THE_CONNECTION.contains(header.getKey().toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "Cannot answer with header " + header.getKey() + ": the proxy sets it; leave it out");
      }
    }
    if (!body.isEmpty() && ServerAnswer.hasNoBody("GET", status)) {
      throw new IllegalArgumentException(
          "Cannot answer with status " + status + " and a body: it has none; leave the body out");
    }
  }

  /** Makes an answer without headers or body. */
  public static CannedAnswer of(int status) {
    return new CannedAnswer(status, List.of(), "");
  }

  /** Makes a refusal in the catalog's own form. */
  static CannedAnswer of(Fault.Refusal refusal) {
    ErrorCode code =
        switch (refusal) {
          case PERMISSION_DENIED -> ErrorCode.PERMISSION_DENIED;
          case TOO_BUSY -> ErrorCode.TOO_MANY_REQUESTS;
        };
    ErrorEnvelope envelope = ErrorEnvelope.of(code, REFUSED + refusal, "none");
    return of(code.status())
        .withHeader("Content-Type", "application/json")
        .withBody(new String(envelope.encode(), StandardCharsets.UTF_8));
  }

  /** Makes a 200 that says nothing, though it claims to be JSON. */
  public static CannedAnswer emptyOk() {
    return of(200).withHeader("Content-Type", "application/json");
  }

  /** Makes a 200 whose body is no JSON, though it claims to be. */
  public static CannedAnswer garbageOk() {
    return emptyOk().withBody("\u0000\u0001}{ not JSON \ufffd");
  }

  /** Makes a 200 whose JSON stops in the middle, though the answer as such is complete. */
  public static CannedAnswer halfJsonOk() {
    return emptyOk().withBody("{\"commit\":{\"id\":\"c");
  }

  /** Makes a 200 with JSON that is well formed and not of this protocol. */
  public static CannedAnswer foreignJsonOk() {
    return emptyOk().withBody("{\"message\":\"Welcome\"}");
  }

  /** Makes a 200 with a page for people, as a middlebox answers. */
  public static CannedAnswer htmlOk() {
    return of(200)
        .withHeader("Content-Type", "text/html")
        .withBody("<!DOCTYPE html><html><body>Please log in to the network</body></html>");
  }

  /** Makes one example of each answer that a client must not take for the catalog's own word. */
  public static List<CannedAnswer> catalogue() {
    return List.of(
        emptyOk(),
        garbageOk(),
        halfJsonOk(),
        foreignJsonOk(),
        htmlOk(),
        of(204),
        of(408),
        of(429).withHeader("Retry-After", "1"),
        of(500),
        of(502),
        of(503),
        of(503).withHeader("Retry-After", "0"),
        of(504));
  }

  /** Returns this answer with one more header. */
  public CannedAnswer withHeader(String name, String value) {
    List<Map.Entry<String, String>> more = new ArrayList<>(headers);
    more.add(Map.entry(name, value));
    return new CannedAnswer(status, more, body);
  }

  /** Returns this answer with another body. */
  public CannedAnswer withBody(String text) {
    return new CannedAnswer(status, headers, text);
  }

  ServerAnswer toServerAnswer() {
    return new ServerAnswer(
        status,
        "Canned",
        headers.stream().map(h -> new HeaderField(h.getKey(), h.getValue())).toList(),
        body.getBytes(StandardCharsets.UTF_8));
  }

  private static String checked(String text) {
    if (text.chars().anyMatch(c -> c < ' ' || c > '~')) {
      throw new IllegalArgumentException(
          "Cannot answer with a header that holds line breaks or characters beyond ASCII: "
              + "leave them out");
    }
    return text;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder().append(status);
    headers.forEach(h -> text.append(' ').append(h.getKey()).append('=').append(h.getValue()));
    return body.isEmpty()
        ? text.toString()
        : text + " with a body of " + body.length() + " characters";
  }
}
