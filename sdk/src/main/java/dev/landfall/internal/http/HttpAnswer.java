package dev.landfall.internal.http;

import okhttp3.Headers;

/** A whole answer, which is handed to its reader and compared with nothing. */
@SuppressWarnings("ArrayRecordComponent")
public record HttpAnswer(int status, Headers headers, byte[] body) {

  private static final Headers NONE = Headers.of();

  /** Makes an answer without headers. */
  public static HttpAnswer of(int status, byte[] body) {
    return new HttpAnswer(status, NONE, body);
  }
}
