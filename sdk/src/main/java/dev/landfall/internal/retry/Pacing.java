package dev.landfall.internal.retry;

import dev.landfall.config.TimeSource;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * What a {@link Retrier} needs of the world. Tests and simulations bring their own, so that waits
 * take no time and chance repeats.
 *
 * @param clock the time of day, for reports
 * @param nanoTime a time in nanoseconds that only moves forward, for intervals
 * @param sleeper how to wait
 * @param chance a random number of 0, inclusive, to 1, exclusive
 */
public record Pacing(
    InstantSource clock, LongSupplier nanoTime, Sleeper sleeper, DoubleSupplier chance) {

  /** Returns the pacing of the machine: its clocks, a real wait and real chance. */
  public static Pacing system() {
    return by(TimeSource.system());
  }

  /** Returns a pacing with that time, and real chance. */
  public static Pacing by(TimeSource time) {
    return new Pacing(
        time, time::nanoTime, time::sleep, () -> ThreadLocalRandom.current().nextDouble());
  }
}
