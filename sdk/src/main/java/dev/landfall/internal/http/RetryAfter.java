package dev.landfall.internal.http;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.regex.Pattern;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** The header Retry-After in its two forms: seconds, or a date (RFC 9110, section 10.2.3). */
final class RetryAfter {

  private static final String SENT = "Retry-After";
  private static final String NAME = "Landfall-Retry-After";
  private static final Pattern SECONDS = Pattern.compile("[0-9]+");
  private static final Duration LONGEST = Duration.ofDays(365);

  private RetryAfter() {}

  /**
   * Renames the header of an answer: okhttp sends a request again by itself, though it is told not
   * to, when it reads in a 503 that it need not wait.
   */
  static Response keepFromOkHttp(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    String value = response.header(SENT);
    return value == null
        ? response
        : response.newBuilder().removeHeader(SENT).header(NAME, value).build();
  }

  /** Returns how long to wait; none if the header is missing, malformed or in the past. */
  static @Nullable Duration of(Headers headers, InstantSource clock) {
    String value = headers.get(NAME);
    if (value == null) {
      return null;
    }
    if (SECONDS.matcher(value).matches()) {
      // More digits than these would be more than the longest wait, too.
      return value.length() > 8 ? LONGEST : shorter(Duration.ofSeconds(Long.parseLong(value)));
    }
    Instant until = headers.getInstant(NAME);
    if (until == null) {
      return null;
    }
    // The server's date goes by the server's clock, which it tells.
    Instant now = headers.getInstant("Date");
    Duration wait = Duration.between(now == null ? clock.instant() : now, until);
    return wait.isNegative() ? null : shorter(wait);
  }

  private static Duration shorter(Duration wait) {
    return wait.compareTo(LONGEST) < 0 ? wait : LONGEST;
  }
}
