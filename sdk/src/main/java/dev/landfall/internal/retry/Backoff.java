package dev.landfall.internal.retry;

import dev.landfall.config.RetryPolicy;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;

/**
 * How long to wait after a failure: a random time of zero up to a bound that grows with each
 * failure (full jitter), so that callers that met once do not meet again. Safe for use by many
 * threads.
 */
public final class Backoff {

  private final IntervalFunction bound;
  private final Pacing pacing;

  /** Makes a back-off that grows as the policy says. */
  public Backoff(RetryPolicy policy, Pacing pacing) {
    this.bound =
        IntervalFunction.ofExponentialBackoff(
            policy.initialBackoff(), policy.multiplier(), policy.maxBackoff());
    this.pacing = pacing;
  }

  /**
   * Waits after so many failures.
   *
   * @return false if the thread is interrupted; its flag is set
   */
  public boolean pause(int failures) {
    if (Thread.currentThread().isInterrupted()) {
      return false;
    }
    try {
      pacing.sleeper().sleep(next(failures));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  Duration next(int failures) {
    double millis = bound.apply(failures) * pacing.chance().getAsDouble();
    return Duration.ofNanos((long) (millis * 1_000_000));
  }
}
