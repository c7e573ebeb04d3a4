package dev.landfall.internal.retry;

import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The attempts of one run so far. */
final class AttemptLog {

  private final Pacing pacing;
  private final Consumer<Attempt> observer;
  private final List<Attempt> attempts = new ArrayList<>();
  private final long runStart;
  private Instant startedAt;
  private long start;
  private boolean ambiguous;
  private @Nullable Throwable lastFailure;

  AttemptLog(Pacing pacing, Consumer<Attempt> observer) {
    this.pacing = pacing;
    this.observer = observer;
    this.runStart = pacing.nanoTime().getAsLong();
    this.start = runStart;
    this.startedAt = pacing.clock().instant();
  }

  void begin() {
    start = pacing.nanoTime().getAsLong();
    startedAt = pacing.clock().instant();
  }

  void failed(Throwable failure) {
    Attempt attempt =
        new Attempt(
            attempts.size() + 1,
            startedAt,
            since(start),
            Failures.mayHaveBeenSent(failure),
            Failures.describe(failure));
    attempts.add(attempt);
    ambiguous |= Failures.isAmbiguous(failure);
    if (lastFailure != null) {
      suppress(failure, lastFailure);
    }
    lastFailure = failure;
    observer.accept(attempt);
  }

  int count() {
    return attempts.size();
  }

  Duration elapsed() {
    return since(runStart);
  }

  <T> Run<T> answered(T value) {
    return new Run.Answered<>(value, attempts, ambiguous);
  }

  <T> Run<T> gaveUp() {
    Throwable failure =
        lastFailure == null
            ? UnavailableException.notSent(
                "Nothing was sent, because the thread is interrupted; clear its interrupt and call"
                    + " again",
                null)
            : lastFailure;
    return new Run.GaveUp<>(failure, attempts, ambiguous);
  }

  /** An exception cannot suppress itself, and a catalog may throw the same one again. */
  static void suppress(Throwable failure, Throwable other) {
    if (failure != other) {
      failure.addSuppressed(other);
    }
  }

  private Duration since(long nanos) {
    return Duration.ofNanos(pacing.nanoTime().getAsLong() - nanos);
  }
}
