package dev.landfall.internal.engine;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Runs what an engine does by itself after a while, one thing after the other. */
public interface Background extends AutoCloseable {

  /** Runs a task after a delay, unless this is closed before; the task reports its failures. */
  void later(Duration delay, Runnable task);

  /** Forgets the tasks that have not begun. */
  @Override
  void close();

  /** Makes a thread of the machine that waits by its clock. */
  static Background thread(String name) {
    ScheduledExecutorService executor =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    return new Background() {
      @Override
      public void later(Duration delay, Runnable task) {
        ScheduledFuture<?> unused = executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
      }

      @Override
      public void close() {
        executor.shutdownNow();
      }
    };
  }
}
