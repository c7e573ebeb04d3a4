package dev.landfall.internal.table;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value made at first need, by one thread; a failure is not kept. */
final class Memo<T> {

  private final Supplier<T> maker;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable T value;

  Memo(Supplier<T> maker) {
    this.maker = maker;
  }

  T get() {
    T made = value;
    return made != null ? made : make();
  }

  private T make() {
    lock.lock();
    try {
      T made = value;
      if (made == null) {
        made = maker.get();
        value = made;
      }
      return made;
    } finally {
      lock.unlock();
    }
  }
}
