package dev.landfall.testkit.simulation;

import dev.landfall.internal.engine.Background;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** What a simulated process does by itself, as tasks of the scheduler. */
final class BackgroundTasks implements Background {

  private final Scheduler scheduler;
  private final BooleanSupplier alive;
  private boolean closed;

  BackgroundTasks(Scheduler scheduler, BooleanSupplier alive) {
    this.scheduler = scheduler;
    this.alive = alive;
  }

  @Override
  public void later(Duration delay, Runnable task) {
    scheduler.spawn(
        "background",
        () -> {
          scheduler.sleep(delay.toNanos());
          if (!closed && alive.getAsBoolean()) {
            task.run();
          }
        });
  }

  @Override
  public void close() {
    closed = true;
  }
}
