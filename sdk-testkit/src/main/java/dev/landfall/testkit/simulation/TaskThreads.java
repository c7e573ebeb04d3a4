package dev.landfall.testkit.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Threads that run one task after the other, kept for the next history. */
final class TaskThreads implements AutoCloseable {

  private final Deque<TaskThread> idle = new ArrayDeque<>();
  private volatile boolean closed;

  /** Gives a task a thread, which begins when the task is resumed. Called under the baton. */
  void assign(Task task) {
    TaskThread thread = idle.poll();
    if (thread == null) {
      thread = new TaskThread();
      thread.setDaemon(true);
      thread.start();
    }
    task.thread = thread;
    thread.next = task;
    LockSupport.unpark(thread);
  }

  /** Takes a thread back whose task is about to end. Called under the baton. */
  void release(Task task) {
    TaskThread thread = task.thread;
    if (thread != null) {
      idle.push(thread);
    }
  }

  @Override
  public void close() {
    closed = true;
    idle.forEach(LockSupport::unpark);
  }

  /** A thread of the pool. */
  final class TaskThread extends Thread {

    private volatile @Nullable Task next;

    TaskThread() {
      super("simulated");
    }

    @Override
    public void run() {
      while (!closed) {
        Task task = next;
        if (task == null) {
          LockSupport.park(this);
        } else {
          next = null;
          task.run();
        }
      }
    }
  }
}
