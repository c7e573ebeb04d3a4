package dev.landfall.examples.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that start their work at the same moment. */
final class Crowd {

  private Crowd() {}

  /**
   * Gives each worker a platform thread, and returns the operations per second of all together,
   * from the common start to the end of the last one.
   *
   * @param workers each returns how many operations it did
   */
  static double operationsPerSecond(List<? extends Callable<Long>> workers) throws Exception {
    // No measurement pays for the garbage of the one before it.
    System.gc();
    ExecutorService threads = Executors.newFixedThreadPool(workers.size());
    try {
      CountDownLatch ready = new CountDownLatch(workers.size());
      CountDownLatch start = new CountDownLatch(1);
      List<Future<Long>> counts = new ArrayList<>();
      for (Callable<Long> worker : workers) {
        counts.add(
            threads.submit(
                () -> {
                  ready.countDown();
                  start.await();
                  return worker.call();
                }));
      }
      ready.await();
      long begun = System.nanoTime();
      start.countDown();
      long operations = 0;
      for (Future<Long> count : counts) {
        operations += count.get();
      }
      return operations / ((System.nanoTime() - begun) / 1e9);
    } finally {
      threads.shutdownNow();
    }
  }
}
