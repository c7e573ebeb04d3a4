package dev.landfall.internal.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.RetryPolicy;
import dev.landfall.model.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetrierTest {

  private final FakePacing time = new FakePacing();
  private final List<Attempt> observed = new ArrayList<>();

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  @Test
  void aValueOfTheFirstAttemptNeedsNoWait() {
    Run<String> run = run(policy(3), () -> "value");
    assertThat(run).isEqualTo(new Run.Answered<>("value", List.of(), false));
    assertThat(time.waits()).isEmpty();
  }

  @Test
  void theBackoffGrowsToItsLimit() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(6)
            .initialBackoff(Duration.ofMillis(10))
            .multiplier(3)
            .maxBackoff(Duration.ofMillis(100))
            .build();
    run(policy, failing(() -> notSent(null)));
    assertThat(time.waits())
        .extracting(Duration::toMillis)
        .containsExactly(10L, 30L, 90L, 100L, 100L);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.0, 0.25, 0.999})
  void theWaitIsARandomPartOfTheBackoff(double chance) {
    time.chance(chance);
    run(policy(2), failing(() -> notSent(null)));
    assertThat(time.waits()).containsExactly(Duration.ofNanos((long) (100_000_000 * chance)));
  }

  @Test
  void theCatalogsWishToWaitIsHeard() {
    run(policy(2), failing(() -> notSent(Duration.ofSeconds(7))));
    assertThat(time.waits()).containsExactly(Duration.ofSeconds(7));
  }

  @Test
  void aWishThatIsShorterThanTheBackoffShortensNothing() {
    run(policy(2), failing(() -> notSent(Duration.ofSeconds(-7))));
    assertThat(time.waits()).containsExactly(RetryPolicy.DEFAULT_INITIAL_BACKOFF);
  }

  @ParameterizedTest
  @ValueSource(longs = {86_400, Long.MAX_VALUE})
  void b06_aWishBeyondTheTotalTimeEndsTheRunAtOnce(long seconds) {
    RetryPolicy policy = RetryPolicy.builder().totalTime(Duration.ofSeconds(5)).build();
    Run<String> run = run(policy, failing(() -> notSent(Duration.ofSeconds(seconds))));
    assertThat(run.failedAttempts()).hasSize(1);
    assertThat(time.waits()).isEmpty();
  }

  @Test
  void noAttemptBeginsAfterTheTotalTime() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(100)
            .initialBackoff(Duration.ofSeconds(1))
            .multiplier(1)
            .totalTime(Duration.ofSeconds(10))
            .build();
    List<Duration> begun = new ArrayList<>();
    run(
        policy,
        () -> {
          begun.add(time.passed());
          time.pass(Duration.ofSeconds(2));
          throw notSent(null);
        });
    assertThat(begun).extracting(Duration::toSeconds).containsExactly(0L, 3L, 6L, 9L);
  }

  @Test
  void eachFailedAttemptIsReportedAsItHappened() {
    Instant start = time.pacing().clock().instant();
    Deque<RuntimeException> failures =
        new ArrayDeque<>(
            List.of(
                notSent(null),
                new IllegalStateException("broken"),
                new PermissionDeniedException("no")));
    Run<String> run =
        run(
            policy(5),
            () -> {
              time.pass(Duration.ofMillis(3));
              throw failures.remove();
            });

    assertThat(run.failedAttempts())
        .containsExactly(
            new Attempt(1, start, Duration.ofMillis(3), false, "UnavailableException: refused"),
            new Attempt(
                2,
                start.plusMillis(103),
                Duration.ofMillis(3),
                true,
                "java.lang.IllegalStateException: broken"),
            new Attempt(
                3,
                start.plusMillis(306),
                Duration.ofMillis(3),
                true,
                "PermissionDeniedException: no"))
        .isEqualTo(observed);
    assertThat(run.ambiguous()).isTrue();
  }

  @Test
  void earlierFailuresAreSuppressedByTheLast() {
    UnavailableException first = notSent(null);
    PermissionDeniedException last = new PermissionDeniedException("no");
    Deque<RuntimeException> failures = new ArrayDeque<>(List.of(first, last));
    Run<String> run = run(policy(5), failing(failures::remove));
    assertThat(((Run.GaveUp<String>) run).lastFailure()).isSameAs(last);
    assertThat(last.getSuppressed()).containsExactly(first);
  }

  @Test
  void theSameExceptionThrownTwiceIsNoProblem() {
    UnavailableException failure = notSent(null);
    Run<String> run = run(policy(3), failing(() -> failure));
    assertThat(run.failedAttempts()).hasSize(3);
    assertThat(((Run.GaveUp<String>) run).lastFailure()).isSameAs(failure);
  }

  @Test
  void aRefusalIsNotRepeated() {
    Run<String> run = run(policy(5), failing(() -> new PermissionDeniedException("no")));
    assertThat(run.failedAttempts()).hasSize(1);
    assertThat(run.ambiguous()).isFalse();
  }

  @Test
  void aFailureOfTheMachineIsThrownAsItIs() {
    OutOfMemoryError error = new OutOfMemoryError("played");
    assertThatThrownBy(
            () ->
                run(
                    policy(5),
                    () -> {
                      throw error;
                    }))
        .isSameAs(error);
    assertThat(observed).isEmpty();
  }

  @Test
  void anInterruptBeforeTheFirstAttemptSendsNothing() {
    AtomicInteger calls = new AtomicInteger();
    Thread.currentThread().interrupt();

    Run<Integer> run = run(policy(5), calls::incrementAndGet);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(calls).hasValue(0);
    assertThat(run.ambiguous()).isFalse();
    assertThat(((Run.GaveUp<Integer>) run).lastFailure())
        .isInstanceOfSatisfying(
            UnavailableException.class, e -> assertThat(e.mayHaveBeenSent()).isFalse());
  }

  @Test
  void anInterruptInAWaitEndsTheRun() {
    time.beforeWait(Thread.currentThread()::interrupt);
    Run<String> run = run(policy(5), failing(() -> notSent(null)));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(run.failedAttempts()).hasSize(1);
    assertThat(((Run.GaveUp<String>) run).lastFailure().getSuppressed())
        .hasExactlyElementsOfTypes(InterruptedException.class);
  }

  @Test
  void anInterruptInACallEndsTheRunAfterIt() {
    Run<String> run =
        run(
            policy(5),
            () -> {
              Thread.currentThread().interrupt();
              throw notSent(null);
            });
    assertThat(Thread.interrupted()).isTrue();
    assertThat(run.failedAttempts()).hasSize(1);
  }

  @Test
  void anInterruptedExceptionThatACallLetsThroughIsAnInterrupt() {
    Run<String> run = run(policy(5), () -> sneak(new InterruptedException("let through")));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(run.failedAttempts()).hasSize(1);
    assertThat(run.ambiguous()).isTrue();
  }

  @Test
  void theSystemsSleepWaitsAndIsInterruptible() throws InterruptedException {
    Pacing system = Pacing.system();
    long start = system.nanoTime().getAsLong();
    system.sleeper().sleep(Duration.ofMillis(2));
    assertThat(system.nanoTime().getAsLong() - start).isGreaterThanOrEqualTo(2_000_000);
    assertThat(system.chance().getAsDouble()).isBetween(0.0, 1.0);

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> system.sleeper().sleep(Duration.ofHours(1)))
        .isInstanceOf(InterruptedException.class);
  }

  private <T> Run<T> run(RetryPolicy policy, Supplier<T> call) {
    return new Retrier(policy, time.pacing()).run(call, observed::add);
  }

  private static RetryPolicy policy(int attempts) {
    return RetryPolicy.builder().maxAttempts(attempts).build();
  }

  private static Supplier<String> failing(Supplier<RuntimeException> failure) {
    return () -> {
      throw failure.get();
    };
  }

  private static UnavailableException notSent(@Nullable Duration retryAfter) {
    return new UnavailableException("refused", false, retryAfter, null);
  }

  @SuppressWarnings("unchecked")
  private static <T, E extends Throwable> T sneak(Throwable failure) throws E {
    throw (E) failure;
  }
}
