package dev.landfall.internal.files;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that wait for disks and stores on behalf of others. */
public final class IoThreads {

  private IoThreads() {}

  /**
   * Makes a pool whose threads come as they are needed, go when nothing was to do for ten seconds,
   * and keep no process alive. What is more than they can take waits in a queue without end.
   */
  public static ThreadPoolExecutor pool(String name, int threads) {
    AtomicInteger count = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}
