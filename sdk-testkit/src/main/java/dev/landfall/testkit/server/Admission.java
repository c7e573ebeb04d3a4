package dev.landfall.testkit.server;

import dev.landfall.internal.wire.ErrorCode;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many requests run, and how many wait: what is more is refused at once, before anything is
 * done with it. Safe for use by many threads.
 */
final class Admission {

  private final int most;
  private final Semaphore running;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition idle = lock.newCondition();
  private int admitted;
  private boolean stopping;

  Admission(int maxConcurrent, int maxQueued) {
    this.most = maxConcurrent + maxQueued;
    this.running = new Semaphore(maxConcurrent, true);
  }

  /** Admits a request, which must {@link #leave} again, or refuses it. */
  void enter() {
    lock.lock();
    try {
      if (stopping) {
        throw Refusal.of(
            ErrorCode.UNAVAILABLE, "The server is stopping; ask another", "Retry-After", "1");
      }
      if (admitted >= most) {
        throw Refusal.of(
            ErrorCode.TOO_MANY_REQUESTS,
            "Too many requests wait already; nothing was done with this one",
            "Retry-After",
            "1");
      }
      admitted++;
    } finally {
      lock.unlock();
    }
  }

  void leave() {
    lock.lock();
    try {
      admitted--;
      if (admitted == 0) {
        idle.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the turn of an admitted request, which must {@link #endTurn} again. */
  void awaitTurn() {
    try {
      running.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.of(ErrorCode.UNAVAILABLE, "The server is stopping; ask another");
    }
  }

  void endTurn() {
    running.release();
  }

  /** Admits nothing more, and waits for what was admitted. */
  boolean drain(Duration limit) throws InterruptedException {
    lock.lock();
    try {
      stopping = true;
      long left = limit.toNanos();
      while (admitted > 0 && left > 0) {
        left = idle.awaitNanos(left);
      }
      return admitted == 0;
    } finally {
      lock.unlock();
    }
  }

  boolean isStopping() {
    lock.lock();
    try {
      return stopping;
    } finally {
      lock.unlock();
    }
  }
}
