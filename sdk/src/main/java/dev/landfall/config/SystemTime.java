package dev.landfall.config;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** The time of the machine. */
final class SystemTime implements TimeSource {

  static final TimeSource INSTANCE = new SystemTime();

  private SystemTime() {}

  @Override
  public Instant instant() {
    return Instant.now();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(duration.toNanos());
  }

  @Override
  public String toString() {
    return "time of the machine";
  }
}
