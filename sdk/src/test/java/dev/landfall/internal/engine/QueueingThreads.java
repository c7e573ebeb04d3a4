package dev.landfall.internal.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/** Threads that call the writer, and of which a test can know that they stand in its line. */
final class QueueingThreads implements AutoCloseable {

  private static final long BOUND_NANOS = SECONDS.toNanos(30);

  private final List<Thread> threads = new ArrayList<>();

  /** Starts a call in a thread of its own. */
  <T> Future<T> start(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task, "caller-" + threads.size());
    threads.add(thread);
    thread.start();
    return task;
  }

  /** Starts a call, and returns when it waits in the queue. */
  <T> Future<T> startAndAwaitQueueing(Callable<T> call) {
    Future<T> future = start(call);
    Thread thread = last();
    long start = System.nanoTime();
    while (!isQueueing(thread)) {
      assertThat(System.nanoTime() - start).as("nanoseconds waited").isLessThan(BOUND_NANOS);
      Thread.onSpinWait();
    }
    return future;
  }

  /** Publishes on main, and returns when the batch of that is held before its database commit. */
  Future<PublishAnswer> lead(Lake lake, Gate gate) {
    PublishRequest request = lake.request(lake.main(), lake.creating("leader"));
    gate.close();
    Future<PublishAnswer> answer = start(() -> lake.catalog.publish(request));
    gate.awaitArrival();
    return answer;
  }

  /** Publishes in threads that line up one behind the other. */
  List<Future<PublishAnswer>> queue(Lake lake, List<PublishRequest> requests) {
    return requests.stream()
        .map(request -> startAndAwaitQueueing(() -> lake.catalog.publish(request)))
        .toList();
  }

  /** Returns the thread that was started last. */
  Thread last() {
    return threads.get(threads.size() - 1);
  }

  /** Runs all at once, each in a thread, to their ends. */
  void runAtOnce(List<Runnable> runs) throws Exception {
    CyclicBarrier start = new CyclicBarrier(runs.size());
    List<Future<Integer>> ends = new ArrayList<>();
    for (Runnable run : runs) {
      ends.add(
          start(
              () -> {
                int arrival = start.await(30, SECONDS);
                run.run();
                return arrival;
              }));
    }
    for (Future<Integer> end : ends) {
      assertThat(end.get(60, SECONDS)).isNotNegative();
    }
  }

  @Override
  public void close() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join(30_000);
      assertThat(thread.isAlive()).as("%s is alive", thread).isFalse();
    }
  }

  private static boolean isQueueing(Thread thread) {
    return thread.getState() == Thread.State.WAITING
        && Arrays.stream(thread.getStackTrace())
            .anyMatch(frame -> frame.getClassName().equals(WriteQueue.class.getName()));
  }
}
