package dev.landfall.internal.retry;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Time that passes only when somebody waits or a test says so; chance always gives the same. */
public final class FakePacing {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final List<Duration> waits = new ArrayList<>();
  private Runnable beforeWait = () -> {};
  private Duration passed = Duration.ZERO;
  private double chance = 1.0;

  public Pacing pacing() {
    return new Pacing(() -> START.plus(passed), () -> passed.toNanos(), this::sleep, () -> chance);
  }

  public void pass(Duration time) {
    passed = passed.plus(time);
  }

  public void chance(double value) {
    chance = value;
  }

  public void beforeWait(Runnable action) {
    beforeWait = action;
  }

  public List<Duration> waits() {
    return waits;
  }

  public Duration passed() {
    return passed;
  }

  private void sleep(Duration duration) throws InterruptedException {
    beforeWait.run();
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted in a wait");
    }
    waits.add(duration);
    pass(duration);
  }
}
