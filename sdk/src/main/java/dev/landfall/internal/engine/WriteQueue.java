package dev.landfall.internal.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets many threads write in few batches. Callers line up in the order in which they come. The
 * first of them leads: it takes itself and those behind it into one batch, ends it, wakes them, and
 * hands the lead to whoever is first then. So nobody leads more than one batch, and nobody waits
 * for more than those before him.
 */
final class WriteQueue {

  /** Takes members for the batch that the calling thread leads. */
  @FunctionalInterface
  interface Intake {
    /** Takes the next one; null if the batch is full, or nobody waits. */
    @Nullable QueuedMutation<?> next();
  }

  /** Runs a batch, and gives each member that it has taken an outcome. Throws nothing. */
  @FunctionalInterface
  interface Leader {
    void lead(Intake intake);
  }

  private enum State {
    WAITING,
    LEADING,
    TAKEN,
    SETTLED
  }

  /** A caller in the line; its state is guarded by the lock. */
  private static final class Place {
    final QueuedMutation<?> mutation;
    final Condition changed;
    State state = State.WAITING;

    Place(QueuedMutation<?> mutation, Condition changed) {
      this.mutation = mutation;
      this.changed = changed;
    }

    void change(State to) {
      state = to;
      changed.signal();
    }
  }

  private final int largestBatch;
  private final Function<ReentrantLock, Condition> conditions;
  private final Semaphore callers;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Place> waiting = new ArrayDeque<>();
  private final List<Place> batch = new ArrayList<>();
  private boolean led;

  /**
   * Makes an empty queue.
   *
   * @param mostCallers who may be in it at once; others wait outside, in the order they came
   */
  WriteQueue(int largestBatch, int mostCallers) {
    this(largestBatch, mostCallers, ReentrantLock::newCondition);
  }

  /** Makes an empty queue whose callers wait on conditions of the given kind. */
  WriteQueue(int largestBatch, int mostCallers, Function<ReentrantLock, Condition> conditions) {
    this.conditions = conditions;
    this.largestBatch = largestBatch;
    this.callers = new Semaphore(mostCallers, true);
  }

  /**
   * Returns when a batch has given the mutation its outcome, a batch that the caller may have led.
   * An interrupt while it is in a batch ends nothing and stays set.
   *
   * @throws InterruptedException if the thread was interrupted before a batch took the mutation,
   *     which none will do now
   */
  void settle(QueuedMutation<?> mutation, Leader leader) throws InterruptedException {
    callers.acquire();
    try {
      if (awaitLeadOrOutcome(mutation)) {
        leadBatch(leader);
      }
    } finally {
      callers.release();
    }
  }

  private boolean awaitLeadOrOutcome(QueuedMutation<?> mutation) throws InterruptedException {
    lock.lock();
    try {
      Place place = new Place(mutation, conditions.apply(lock));
      waiting.add(place);
      if (!led) {
        led = true;
        return true;
      }
      awaitBatchOrLeave(place);
      while (place.state == State.TAKEN) {
        place.changed.awaitUninterruptibly();
      }
      return place.state == State.LEADING;
    } finally {
      lock.unlock();
    }
  }

  private void awaitBatchOrLeave(Place place) throws InterruptedException {
    try {
      while (place.state == State.WAITING) {
        place.changed.await();
      }
    } catch (InterruptedException e) {
      if (place.state == State.WAITING) {
        waiting.remove(place);
        throw e;
      }
      // Too late to leave: others count on this thread, or on its mutation.
      Thread.currentThread().interrupt();
    }
  }

  private void leadBatch(Leader leader) {
    try {
      leader.lead(this::next);
    } finally {
      endBatch();
    }
  }

  private @Nullable QueuedMutation<?> next() {
    lock.lock();
    try {
      Place place = batch.size() < largestBatch ? waiting.poll() : null;
      if (place == null) {
        return null;
      }
      batch.add(place);
      place.change(State.TAKEN);
      return place.mutation;
    } finally {
      lock.unlock();
    }
  }

  private void endBatch() {
    lock.lock();
    try {
      batch.forEach(place -> place.change(State.SETTLED));
      batch.clear();
      Place next = waiting.peek();
      led = next != null;
      if (next != null) {
        next.change(State.LEADING);
      }
    } finally {
      lock.unlock();
    }
  }
}
