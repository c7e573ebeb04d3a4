package dev.landfall.testkit.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of one proxy or line. Thread-safe. */
final class ProxyThreads {

  private static final Logger LOG = LoggerFactory.getLogger(ProxyThreads.class);

  /** What a thread does; it ends early when it is interrupted or a connection breaks. */
  @FunctionalInterface
  interface Task {
    void run() throws IOException, InterruptedException;
  }

  private final String prefix;
  private final Set<Thread> running = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  ProxyThreads(String prefix) {
    this.prefix = prefix;
  }

  /** Starts a thread; once all are closed, it is interrupted from the start. */
  void start(String name, Task task) {
    Thread thread = new Thread(() -> run(task), prefix + name);
    thread.setDaemon(true);
    running.add(thread);
    thread.start();
    if (closed) {
      thread.interrupt();
    }
  }

  private void run(Task task) {
    try {
      task.run();
    } catch (InterruptedException e) {
      // Only close() interrupts, and the thread ends here.
      LOG.debug("Ended early", e);
    } catch (IOException e) {
      LOG.debug("Broken off", e);
    } catch (RuntimeException | Error e) {
      LOG.error("{} failed", Thread.currentThread().getName(), e);
    } finally {
      running.remove(Thread.currentThread());
    }
  }

  /**
   * Interrupts all threads and waits until they have ended.
   *
   * @throws IllegalStateException if they do not within the bound
   */
  void close(Duration bound) throws InterruptedException {
    closed = true;
    long deadline = System.nanoTime() + bound.toNanos();
    // A thread may start another one before it ends.
    while (!running.isEmpty()) {
      for (Thread thread : running) {
        if (System.nanoTime() >= deadline) {
          throw new IllegalStateException("Cannot end " + thread.getName() + " within " + bound);
        }
        thread.interrupt();
        TimeUnit.MILLISECONDS.timedJoin(thread, 50);
      }
    }
  }
}
