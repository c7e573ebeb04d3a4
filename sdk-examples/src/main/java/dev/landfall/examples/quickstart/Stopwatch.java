package dev.landfall.examples.quickstart;

import java.util.concurrent.TimeUnit;

/** Measures one stretch after the other. */
final class Stopwatch {

  private long start = System.nanoTime();

  /** Returns the time since the last lap, and starts the next one. */
  long lapMillis() {
    long now = System.nanoTime();
    long lap = now - start;
    start = now;
    return TimeUnit.NANOSECONDS.toMillis(lap);
  }
}
