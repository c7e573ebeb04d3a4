package dev.landfall.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import okhttp3.Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | PT0S",
        "7 | PT7S",
        "86400 | PT24H",
        "99999999999999999999999 | PT8760H",
        "Mon, 30 Nov 2026 12:00:30 GMT | PT30S",
        "Monday, 30-Nov-26 12:00:30 GMT | PT30S",
        "Mon Nov 30 12:00:30 2026 | PT30S"
      })
  void bothFormsAreRead(String value, Duration expected) {
    assertThat(of("Landfall-Retry-After", value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-5", "1.5", "soon", "0x10", "Mon, 30 Nov 2026 11:00:00 GMT"})
  void whatIsMalformedOrPastSaysNothing(String value) {
    assertThat(of("Landfall-Retry-After", value)).isNull();
  }

  @Test
  void aDateGoesByTheClockOfItsServer() {
    assertThat(
            of(
                "Landfall-Retry-After", "Tue, 01 Jan 2030 00:01:00 GMT",
                "Date", "Tue, 01 Jan 2030 00:00:00 GMT"))
        .isEqualTo(Duration.ofMinutes(1));
  }

  private static Duration of(String... headers) {
    return RetryAfter.of(Headers.of(headers), () -> NOW);
  }
}
