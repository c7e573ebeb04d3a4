package dev.landfall.internal.retry;

import dev.landfall.config.RetryPolicy;
import dev.landfall.model.Attempt;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The only loop that repeats a call to a catalog. It repeats whatever failed without the catalog's
 * own refusal, so the call must be one that may be repeated. An interrupt ends it at once: it is
 * seen before each attempt and in each wait, and stays set. Safe for use by many threads.
 */
public final class Retrier {

  private final RetryPolicy policy;
  private final Pacing pacing;
  private final Backoff backoff;

  /** Makes a retrier that waits as the policy says. */
  public Retrier(RetryPolicy policy, Pacing pacing) {
    this.policy = policy;
    this.pacing = pacing;
    this.backoff = new Backoff(policy, pacing);
  }

  /** Returns the pacing by which this retrier measures and waits. */
  public Pacing pacing() {
    return pacing;
  }

  /**
   * Makes attempts until one gives a value, one is refused, or no other may begin. A failure of the
   * Java machine itself is thrown as it is.
   *
   * @param observer told each attempt that failed, before the wait for the next; must not throw
   */
  public <T> Run<T> run(Supplier<T> call, Consumer<Attempt> observer) {
    AttemptLog log = new AttemptLog(pacing, observer);
    while (!Thread.currentThread().isInterrupted()) {
      log.begin();
      try {
        return log.answered(call.get());
      } catch (VirtualMachineError e) {
        throw e;
      } catch (Throwable failure) {
        log.failed(failure);
        if (!mayRepeat(failure, log) || !pause(failure, log)) {
          return log.gaveUp();
        }
      }
    }
    return log.gaveUp();
  }

  private boolean mayRepeat(Throwable failure, AttemptLog log) {
    if (failure instanceof InterruptedException) {
      // Thrown past the compiler by the call, which cleared the flag.
      Thread.currentThread().interrupt();
    }
    return !Failures.isRefusal(failure) && log.count() < policy.maxAttempts();
  }

  /** Waits for the next attempt; returns false if it may not begin. */
  private boolean pause(Throwable failure, AttemptLog log) {
    Duration wait = longer(backoff.next(log.count()), Failures.retryAfter(failure));
    if (wait.compareTo(policy.totalTime().minus(log.elapsed())) > 0) {
      return false;
    }
    try {
      pacing.sleeper().sleep(wait);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      AttemptLog.suppress(failure, e);
      return false;
    }
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
