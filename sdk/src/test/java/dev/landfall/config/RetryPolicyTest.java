package dev.landfall.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyTest {

  @Test
  void defaultsAreTheDocumentedOnes() {
    RetryPolicy policy = RetryPolicy.defaults();
    assertThat(policy.maxAttempts()).isEqualTo(4);
    assertThat(policy.initialBackoff()).isEqualTo(Duration.ofMillis(100));
    assertThat(policy.maxBackoff()).isEqualTo(Duration.ofSeconds(5));
    assertThat(policy.multiplier()).isEqualTo(2.0);
    assertThat(policy.totalTime()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void noneMakesOneAttempt() {
    assertThat(RetryPolicy.none().maxAttempts()).isEqualTo(1);
  }

  @Test
  void keepsWhatIsSet() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(7)
            .initialBackoff(Duration.ofMillis(2))
            .maxBackoff(Duration.ofMillis(9))
            .multiplier(1.5)
            .totalTime(Duration.ofSeconds(3))
            .build();
    assertThat(policy)
        .hasToString(
            "RetryPolicy[maxAttempts=7, initialBackoff=PT0.002S, maxBackoff=PT0.009S,"
                + " multiplier=1.5, totalTime=PT3S]");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void b20_refusesToMakeNoAttempt(int attempts) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RetryPolicy.builder().maxAttempts(attempts))
        .withMessageContaining("maxAttempts " + attempts);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.99, -2, 100.1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesAMultiplierOutOfBounds(double multiplier) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RetryPolicy.builder().multiplier(multiplier))
        .withMessageContaining("multiplier " + multiplier);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT0.0009S", "PT24H0.001S", "PT2562047788015215H"})
  void refusesTimesOutOfBounds(String text) {
    Duration time = Duration.parse(text);
    RetryPolicy.Builder builder = RetryPolicy.builder();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.initialBackoff(time))
        .withMessageContaining("initialBackoff");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.maxBackoff(time))
        .withMessageContaining("maxBackoff");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.totalTime(time))
        .withMessageContaining("totalTime");
  }

  @Test
  void refusesAnInitialBackoffLongerThanTheLongest() {
    RetryPolicy.Builder builder = RetryPolicy.builder().maxBackoff(Duration.ofMillis(1));
    assertThatIllegalStateException()
        .isThrownBy(builder::build)
        .withMessageContaining("initialBackoff PT0.1S");
  }
}
