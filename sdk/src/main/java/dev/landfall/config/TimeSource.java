package dev.landfall.config;

import java.time.Duration;
import java.time.InstantSource;

/**
 * Where a client takes its time from: the time of day, for what it records; a time that only moves
 * forward, for intervals; and the way to wait between two attempts. A test brings its own, so that
 * its waits take no time. Implementations are safe for use by many threads.
 */
public interface TimeSource extends InstantSource {

  /** Returns a time in nanoseconds that only moves forward; it means nothing but in differences. */
  long nanoTime();

  /**
   * Waits at least as long as asked.
   *
   * @throws InterruptedException if the thread is interrupted, before or while it waits
   */
  void sleep(Duration duration) throws InterruptedException;

  /** Returns the time of the machine. */
  static TimeSource system() {
    return SystemTime.INSTANCE;
  }
}
