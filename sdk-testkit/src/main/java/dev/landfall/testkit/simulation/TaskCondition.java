package dev.landfall.testkit.simulation;

import java.util.ArrayDeque;
import java.util.Date;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A condition on which a task waits without holding up the others. */
final class TaskCondition implements Condition {

  private final Scheduler scheduler;
  private final ReentrantLock lock;
  private final Runnable aliveCheck;
  private final Deque<Task> waiting = new ArrayDeque<>();

  /**
   * Makes a condition.
   *
   * @param aliveCheck throws in a waiter whose process has crashed
   */
  TaskCondition(Scheduler scheduler, ReentrantLock lock, Runnable aliveCheck) {
    this.scheduler = scheduler;
    this.lock = lock;
    this.aliveCheck = aliveCheck;
  }

  @Override
  public void await() {
    letOthersRun();
  }

  private void letOthersRun() {
    Task me = scheduler.current();
    waiting.add(me);
    lock.unlock();
    scheduler.block();
    lock.lock();
    waiting.remove(me);
    aliveCheck.run();
  }

  @Override
  public void awaitUninterruptibly() {
    letOthersRun();
  }

  @Override
  public void signal() {
    Task first = waiting.poll();
    if (first != null) {
      scheduler.wake(first);
    }
  }

  @Override
  public void signalAll() {
    while (!waiting.isEmpty()) {
      signal();
    }
  }

  @Override
  public long awaitNanos(long nanosTimeout) {
    throw untimed();
  }

  @Override
  public boolean await(long time, TimeUnit unit) {
    throw untimed();
  }

  @Override
  public boolean awaitUntil(Date deadline) {
    throw untimed();
  }

  private static UnsupportedOperationException untimed() {
    return new UnsupportedOperationException("The engine waits without a time limit");
  }
}
