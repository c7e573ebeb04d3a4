package dev.landfall.testkit.simulation;

import dev.landfall.testkit.simulation.TaskThreads.TaskThread;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One of the things that go on in a simulated world, in a thread that runs when it is let. */
final class Task {

  final String name;
  private final Scheduler scheduler;
  private final Runnable body;
  @Nullable TaskThread thread;

  /** The virtual time at which a sleeping task wakes, and a number that settles ties. */
  long wakeAt;

  long sleepNumber;
  boolean blocked;
  private volatile boolean resumed;

  Task(String name, Scheduler scheduler, Runnable body) {
    this.name = name;
    this.scheduler = scheduler;
    this.body = body;
  }

  void resume() {
    resumed = true;
    LockSupport.unpark(thread);
  }

  void pause() {
    while (!resumed) {
      LockSupport.park(this);
    }
    resumed = false;
  }

  void run() {
    pause();
    try {
      body.run();
    } catch (ProcessCrash e) {
      // It ended as the simulation wanted it to.
    } catch (Throwable e) {
      scheduler.failed(this, e);
    }
    scheduler.end(this);
  }
}
