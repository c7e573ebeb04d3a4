package dev.landfall.testkit;

import dev.landfall.config.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Time that moves only when a test says so: set it with {@code
 * LandfallClient.builder().timeSource(time)}. A wait of the client ends when the test has moved the
 * time as far, in another thread; or at once, moving the time itself, after {@link
 * #advanceOnSleep()}. Thread-safe.
 */
public final class ManualTime implements TimeSource {

  /** How long, by the machine's time, a wait lasts that no test ends: 30 seconds. */
  public static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final Instant start;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Duration> sleeps = new ArrayList<>();
  private Duration passed = Duration.ZERO;
  private int sleeping;
  private boolean advancesOnSleep;

  private ManualTime(Instant start) {
    this.start = start;
  }

  /** Makes a time that stands still at the present moment, to the millisecond. */
  public static ManualTime now() {
    return at(Instant.now().truncatedTo(ChronoUnit.MILLIS));
  }

  /** Makes a time that stands still at a moment. */
  public static ManualTime at(Instant start) {
    return new ManualTime(start);
  }

  /**
   * Moves the time forward, and ends the waits that it takes to their end.
   *
   * @throws IllegalArgumentException if the duration is negative; time does not go back
   */
  public void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException(
          "Cannot advance by " + by + ": time does not go back; give 0 or more");
    }
    change(() -> passed = passed.plus(by));
  }

  /** From now on, and for waits that are under way, a wait moves the time itself and ends. */
  public void advanceOnSleep() {
    change(() -> advancesOnSleep = true);
  }

  /** Returns how long each wait was to be that has begun so far, in order. */
  public List<Duration> sleeps() {
    lock.lock();
    try {
      return List.copyOf(sleeps);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until some thread waits for the time to move.
   *
   * @param bound by the machine's time
   * @throws AssertionError if none does within the bound
   * @throws InterruptedException if the thread is interrupted
   */
  public void awaitSleeper(Duration bound) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (!await(() -> sleeping > 0, bound)) {
        throw new AssertionError(
            "No thread waits for the time to move, after " + bound + "; waits so far: " + sleeps);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Instant instant() {
    return start.plus(passed());
  }

  @Override
  public long nanoTime() {
    return passed().toNanos();
  }

  /**
   * Waits until the time has moved as far.
   *
   * @throws AssertionError if it does not within {@link #LONGEST_WAIT} by the machine's time
   */
  @Override
  public void sleep(Duration duration) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      Duration end = passed.plus(duration);
      sleeps.add(duration);
      sleeping++;
      changed.signalAll();
      try {
        if (!await(() -> advancesOnSleep || passed.compareTo(end) >= 0, LONGEST_WAIT)) {
          throw new AssertionError(
              "A wait of "
                  + duration
                  + " did not end within "
                  + LONGEST_WAIT
                  + ": the test must advance the time in another thread, or call advanceOnSleep()");
        }
        if (passed.compareTo(end) < 0) {
          passed = end;
          changed.signalAll();
        }
      } finally {
        sleeping--;
      }
    } finally {
      lock.unlock();
    }
  }

  private Duration passed() {
    lock.lock();
    try {
      return passed;
    } finally {
      lock.unlock();
    }
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits, with the lock held, until the condition holds; false if it does not in time. */
  private boolean await(BooleanSupplier condition, Duration bound) throws InterruptedException {
    long left = bound.toNanos();
    while (!condition.getAsBoolean()) {
      if (left <= 0) {
        return false;
      }
      left = changed.awaitNanos(left);
    }
    return true;
  }

  @Override
  public String toString() {
    return "manual time " + instant();
  }
}
