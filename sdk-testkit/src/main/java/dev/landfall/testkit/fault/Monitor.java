package dev.landfall.testkit.fault;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A lock whose holders change something, and on which others wait until it has changed. */
final class Monitor {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  <T> T get(Supplier<T> read) {
    lock.lock();
    try {
      return read.get();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the condition holds; false if it does not within the bound. */
  boolean await(BooleanSupplier condition, Duration bound) throws InterruptedException {
    long left = bound.toNanos();
    lock.lockInterruptibly();
    try {
      while (!condition.getAsBoolean()) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the condition holds, or the thread is interrupted. */
  void await(BooleanSupplier condition) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!condition.getAsBoolean()) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }
}
