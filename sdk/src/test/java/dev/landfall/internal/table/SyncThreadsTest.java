package dev.landfall.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SyncThreadsTest {

  private final Set<Integer> done = ConcurrentHashMap.newKeySet();

  @Test
  void itemsAreUnderWayAtTheSameTime() {
    CyclicBarrier together = new CyclicBarrier(4);

    SyncThreads.forEach(List.of(1, 2, 3, 4), item -> await(together));

    assertThat(together.isBroken()).isFalse();
  }

  @Test
  void everyItemIsTriedAndEveryFailureReported() {
    List<Integer> items = IntStream.range(0, 100).boxed().toList();

    assertThatThrownBy(
            () ->
                SyncThreads.forEach(
                    items,
                    item -> {
                      done.add(item);
                      if (item % 50 == 7) {
                        throw new IllegalStateException("item " + item);
                      }
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("item 7")
        .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessage("item 57"));
    assertThat(done).containsExactlyInAnyOrderElementsOf(items);
  }

  @Test
  void anInterruptedCallerWaitsForAllAndStaysInterrupted() {
    Thread.currentThread().interrupt();

    SyncThreads.forEach(IntStream.range(0, 50).boxed().toList(), done::add);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(done).hasSize(50);
  }

  @Test
  void aCallerNeedsNoHelper() throws Exception {
    CountDownLatch busy = new CountDownLatch(1);
    ExecutorService others = Executors.newSingleThreadExecutor();
    try {
      Future<?> blocking =
          others.submit(
              () -> SyncThreads.forEach(IntStream.range(0, 20).boxed().toList(), i -> await(busy)));

      SyncThreads.forEach(List.of(1, 2, 3), done::add);

      assertThat(done).hasSize(3);
      assertThat(blocking).isNotDone();
      busy.countDown();
      blocking.get(30, TimeUnit.SECONDS);
    } finally {
      others.shutdownNow();
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
