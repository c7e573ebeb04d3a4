package dev.landfall.internal.engine;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The mutations of a batch that have no outcome yet and are run again, in the order they came. */
final class Rerun {

  private final Deque<QueuedMutation<?>> together = new ArrayDeque<>();
  private final Deque<QueuedMutation<?>> alone = new ArrayDeque<>();

  /** Adds one that others disturbed; it may share a batch again. */
  void add(QueuedMutation<?> disturbed) {
    together.add(disturbed);
  }

  /** Adds those under whom a transaction broke down: who is to blame shows when each runs alone. */
  void addAlone(Collection<QueuedMutation<?>> members) {
    alone.addAll(members);
    together.removeAll(members);
  }

  boolean isEmpty() {
    return together.isEmpty() && alone.isEmpty();
  }

  /** Takes the members of the next batch. */
  Supplier<@Nullable QueuedMutation<?>> takeBatch() {
    QueuedMutation<?> single = alone.poll();
    Deque<QueuedMutation<?>> batch =
        new ArrayDeque<>(single == null ? together : List.<QueuedMutation<?>>of(single));
    if (single == null) {
      together.clear();
    }
    return batch::poll;
  }
}
