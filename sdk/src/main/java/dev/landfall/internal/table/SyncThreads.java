package dev.landfall.internal.table;

import dev.landfall.internal.files.IoThreads;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Threads that help with syncs. Syncs that are under way at the same time share one write of the
 * file system's journal, so that ten together take little longer than one.
 */
final class SyncThreads {

  private static final int HELPERS = 8;
  private static final Executor POOL = IoThreads.pool("landfall-sync", HELPERS);

  private SyncThreads() {}

  /**
   * Does something with each item, in the calling thread and, as far as they have time, in helping
   * ones; returns when all is done. Every item is tried, whatever fails. An interrupt neither
   * hinders it nor is lost.
   *
   * @throws RuntimeException the failure of the first item that failed, with the others suppressed
   */
  static <T> void forEach(Collection<T> items, Consumer<? super T> work) {
    Shared<T> shared = new Shared<>(List.copyOf(items), work);
    for (int helper = 1; helper < Math.min(items.size(), HELPERS + 1); helper++) {
      POOL.execute(shared);
    }
    shared.run();
    shared.await();
  }

  /** Items from which everyone takes the next one. A helper that comes too late finds none left. */
  private static final class Shared<T> implements Runnable {

    private final List<T> items;
    private final Consumer<? super T> work;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch pending;
    private final @Nullable Throwable[] failures;

    Shared(List<T> items, Consumer<? super T> work) {
      this.items = items;
      this.work = work;
      this.pending = new CountDownLatch(items.size());
      this.failures = new Throwable[items.size()];
    }

    @Override
    public void run() {
      for (int index; (index = next.getAndIncrement()) < items.size(); ) {
        try {
          work.accept(items.get(index));
        } catch (RuntimeException | Error e) {
          failures[index] = e;
        } finally {
          pending.countDown();
        }
      }
    }

    void await() {
      boolean interrupted = false;
      while (true) {
        try {
          pending.await();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      throwFailure();
    }

    private void throwFailure() {
      List<Throwable> thrown = Arrays.stream(failures).filter(Objects::nonNull).toList();
      if (thrown.isEmpty()) {
        return;
      }
      Throwable first = thrown.get(0);
      thrown.stream().filter(other -> other != first).forEach(first::addSuppressed);
      if (first instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) first;
    }
  }
}
