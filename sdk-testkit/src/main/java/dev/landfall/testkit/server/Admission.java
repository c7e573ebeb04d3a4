package dev.landfall.testkit.server;

import dev.landfall.internal.wire.ErrorCode;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many requests ask the catalog, and how many wait for that: what is more is refused at once,
 * before the catalog hears of it. And which requests there still are when the server stops. Safe
 * for use by many threads.
 */
final class Admission {

  private final int maxQueued;
  private final Semaphore turns;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition idle = lock.newCondition();
  private int admitted;
  private int queued;
  private boolean stopping;

  Admission(int maxConcurrent, int maxQueued) {
    this.maxQueued = maxQueued;
    this.turns = new Semaphore(maxConcurrent, true);
  }

  /** Admits a request, which must {@link #leave} again, unless the server stops. */
  void enter() {
    lock.lock();
    try {
      if (stopping) {
        throw stoppingRefusal();
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

  /**
   * Waits for the turn of an admitted request, which must {@link #endTurn} again, or refuses it if
   * too many wait already.
   */
  void awaitTurn() {
    try {
      if (turns.tryAcquire(0, TimeUnit.SECONDS)) {
        return;
      }
      changeQueue(1);
      try {
        turns.acquire();
      } finally {
        changeQueue(-1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw stoppingRefusal();
    }
  }

  void endTurn() {
    turns.release();
  }

  /** Admits nothing more. */
  void stop() {
    lock.lock();
    try {
      stopping = true;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for what was admitted, and returns whether all of it has left. */
  boolean awaitIdle(Duration limit) throws InterruptedException {
    lock.lock();
    try {
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

  private void changeQueue(int by) {
    lock.lock();
    try {
      if (by > 0 && queued >= maxQueued) {
        throw Refusal.of(
            ErrorCode.TOO_MANY_REQUESTS,
            "Too many requests wait already; nothing was done with this one, send it again later",
            "Retry-After",
            "1");
      }
      queued += by;
    } finally {
      lock.unlock();
    }
  }

  private static Refusal stoppingRefusal() {
    return Refusal.of(
            ErrorCode.UNAVAILABLE,
            "The server is stopping, and did nothing with this request; send it again later",
            "Retry-After",
            "1")
        .andClose();
  }
}
