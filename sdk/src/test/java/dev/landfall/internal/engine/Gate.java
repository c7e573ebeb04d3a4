package dev.landfall.internal.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Counts the steps, holds the writer before its database commit, and lets a later step fail. */
final class Gate implements EngineHooks {

  private final Map<Step, Integer> counts = new EnumMap<>(Step.class);
  private final Map<Step, Integer> failing = new EnumMap<>(Step.class);
  private CountDownLatch arrived = new CountDownLatch(0);
  private CountDownLatch opened = new CountDownLatch(0);
  private int morePages;
  private long commitNanos;

  /** Holds whoever is about to issue a database commit. */
  synchronized void close() {
    arrived = new CountDownLatch(1);
    opened = new CountDownLatch(1);
  }

  synchronized void open() {
    opened.countDown();
  }

  void awaitArrival() {
    await(arrived);
  }

  /** Fails once, at the n-th time from now on that the step is reached. */
  synchronized void failAt(Step step, int nth) {
    failing.put(step, count(step) + nth);
  }

  /** Lets the database grow by so many pages in each transaction. */
  synchronized void limitPages(int pages) {
    morePages = pages;
  }

  /** Lets each database commit take at least so long, as a sync of a real disk does. */
  synchronized void slowDown(Duration commits) {
    commitNanos = commits.toNanos();
  }

  synchronized int count(Step step) {
    return counts.getOrDefault(step, 0);
  }

  @Override
  public void reached(Step step, Connection connection) throws SQLException {
    CountDownLatch held;
    long slow = 0;
    synchronized (this) {
      int count = counts.merge(step, 1, Integer::sum);
      if (Integer.valueOf(count).equals(failing.get(step))) {
        throw new SQLException("injected at " + step);
      }
      if (step == Step.BEGUN && morePages > 0) {
        limit(connection);
      }
      held = step == Step.COMMIT_ISSUED ? opened : new CountDownLatch(0);
      if (step == Step.COMMIT_ISSUED) {
        arrived.countDown();
        slow = commitNanos;
      }
    }
    LockSupport.parkNanos(slow);
    await(held);
  }

  private void limit(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      int pages = statement.executeQuery("PRAGMA page_count").getInt(1);
      statement.execute("PRAGMA max_page_count = " + (pages + morePages));
    }
  }

  private static void await(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        assertThat(latch.await(30, SECONDS)).isTrue();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
