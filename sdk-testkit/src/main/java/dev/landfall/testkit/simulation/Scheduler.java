package dev.landfall.testkit.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets one task run at a time, in an order that a seed decides. A task runs until it steps aside,
 * sleeps or blocks; then any ready task may be next, or the clock moves to the next sleeper. So
 * nothing depends on how fast the machine is. All methods but {@link #run} are called by the
 * running task.
 */
final class Scheduler {

  private static final Comparator<Task> BY_TIME =
      Comparator.<Task>comparingLong(task -> task.wakeAt)
          .thenComparingLong(task -> task.sleepNumber);

  private final SplittableRandom random;
  private final TaskThreads threads;
  private final List<Task> ready = new ArrayList<>();
  private final PriorityQueue<Task> sleeping = new PriorityQueue<>(BY_TIME);
  private final Thread driver = Thread.currentThread();
  private int alive;
  private long now;
  private long sleeps;
  private @Nullable Task current;
  private @Nullable Throwable failure;
  private volatile boolean done;

  Scheduler(SplittableRandom random, TaskThreads threads) {
    this.random = random;
    this.threads = threads;
  }

  /** Returns the virtual time in nanoseconds. */
  long now() {
    return now;
  }

  Task current() {
    if (current == null) {
      throw new IllegalStateException("No task is running");
    }
    return current;
  }

  void spawn(String name, Runnable body) {
    Task task = new Task(name, this, body);
    threads.assign(task);
    alive++;
    ready.add(task);
  }

  /** Lets others run. */
  void step() {
    Task me = current();
    ready.add(me);
    handOver(me);
  }

  /** Lets others run until so much virtual time has passed. */
  void sleep(long nanos) {
    Task me = current();
    me.wakeAt = now + nanos;
    me.sleepNumber = sleeps++;
    sleeping.add(me);
    handOver(me);
  }

  /** Lets others run until one of them wakes this task. */
  void block() {
    Task me = current();
    me.blocked = true;
    handOver(me);
  }

  void wake(Task task) {
    if (task.blocked) {
      task.blocked = false;
      ready.add(task);
    }
  }

  /**
   * Runs all tasks to their ends.
   *
   * @throws IllegalStateException if a task failed, or all wait for each other
   */
  void run() {
    done = false;
    Task first = next();
    if (first != null) {
      current = first;
      first.resume();
      while (!done) {
        LockSupport.park(this);
      }
    }
    current = null;
    if (failure != null) {
      throw new IllegalStateException("A simulated task failed: " + failure, failure);
    }
    if (alive > 0) {
      throw new IllegalStateException(alive + " simulated tasks wait for each other");
    }
  }

  void failed(Task task, Throwable reason) {
    if (failure == null) {
      failure = new IllegalStateException("In task " + task.name + ": " + reason, reason);
    }
  }

  void end(Task task) {
    alive--;
    threads.release(task);
    pass();
  }

  private void handOver(Task me) {
    Task next = next();
    if (next == me) {
      return;
    }
    pass(next);
    me.pause();
  }

  private void pass() {
    pass(next());
  }

  private void pass(@Nullable Task next) {
    current = next;
    if (next == null) {
      done = true;
      LockSupport.unpark(driver);
    } else {
      next.resume();
    }
  }

  /** Takes a ready task or the first sleeper, each with the same chance; null if there is none. */
  private @Nullable Task next() {
    int choices = ready.size() + (sleeping.isEmpty() ? 0 : 1);
    if (choices == 0) {
      return null;
    }
    int choice = choices == 1 ? 0 : random.nextInt(choices);
    if (choice < ready.size()) {
      Task last = ready.remove(ready.size() - 1);
      return choice == ready.size() ? last : ready.set(choice, last);
    }
    Task sleeper = sleeping.remove();
    now = Math.max(now, sleeper.wakeAt);
    return sleeper;
  }
}
