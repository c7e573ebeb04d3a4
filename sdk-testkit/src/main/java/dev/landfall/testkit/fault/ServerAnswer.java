package dev.landfall.testkit.fault;

import java.util.List;

/**
 * An answer as it goes to the client. Its fields are those of the other end, but for
 * Transfer-Encoding and the like, which each connection has its own of.
 */
final class ServerAnswer {

  private final int status;
  private final String reason;
  private final List<HeaderField> headers;
  private final byte[] body;

  /** Makes an answer; the body is not copied. */
  ServerAnswer(int status, String reason, List<HeaderField> headers, byte[] body) {
    this.status = status;
    this.reason = reason;
    this.headers = List.copyOf(headers);
    this.body = body;
  }

  int status() {
    return status;
  }

  String reason() {
    return reason;
  }

  List<HeaderField> headers() {
    return headers;
  }

  /** Returns the bytes themselves, which nobody changes. */
  byte[] body() {
    return body;
  }

  /** Returns true if an answer of this status to this method has no body by its nature. */
  static boolean hasNoBody(String method, int status) {
    return method.equals("HEAD") || status == 204 || status == 304 || status < 200;
  }
}
