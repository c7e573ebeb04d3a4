package dev.landfall.internal.table;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An immutable list that grows at its end in constant time; siblings share their beginning. */
final class Chain<T> {

  private static final Chain<?> EMPTY = new Chain<>(null, List.of());

  private final @Nullable Chain<T> before;
  private final List<T> items;

  private Chain(@Nullable Chain<T> before, List<T> items) {
    this.before = before;
    this.items = items;
  }

  @SuppressWarnings("unchecked") // an empty chain holds no T
  static <T> Chain<T> empty() {
    return (Chain<T>) EMPTY;
  }

  Chain<T> plus(List<T> more) {
    return more.isEmpty() ? this : new Chain<>(this, List.copyOf(more));
  }

  boolean isEmpty() {
    return before == null;
  }

  List<T> toList() {
    Deque<List<T>> parts = new ArrayDeque<>();
    for (Chain<T> part = this; part != null; part = part.before) {
      parts.push(part.items);
    }
    List<T> all = new ArrayList<>();
    parts.forEach(all::addAll);
    return all;
  }
}
