package dev.landfall.internal.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who leads, in which order, and what an interrupt does. */
@Timeout(60)
class WriteQueueTest {

  private final QueueingThreads threads = new QueueingThreads();
  private final List<List<String>> batches = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch firstBatchRuns = new CountDownLatch(1);
  private final CountDownLatch firstBatchMayEnd = new CountDownLatch(1);
  private WriteQueue queue = new WriteQueue(100, 100);

  @AfterEach
  void close() throws Exception {
    firstBatchMayEnd.countDown();
    threads.close();
  }

  @Test
  void aBatchHasAllThatWaitedInTheirOrder() throws Exception {
    List<Future<String>> calls = startHeld("a", "b", "c", "d");
    firstBatchMayEnd.countDown();
    for (Future<String> call : calls) {
      call.get(30, SECONDS);
    }
    assertThat(batches).containsExactly(List.of("a"), List.of("b", "c", "d"));
  }

  @Test
  void nobodyLeadsTwice() throws Exception {
    queue = new WriteQueue(2, 100);
    List<Future<String>> calls = startHeld("a", "b", "c", "d", "e", "f");
    firstBatchMayEnd.countDown();
    assertThat(calls.get(0).get(30, SECONDS)).isEqualTo("led by caller-0");
    assertThat(calls.get(1).get(30, SECONDS)).isEqualTo("led by caller-1");
    assertThat(calls.get(2).get(30, SECONDS)).isEqualTo("led by caller-1");
    assertThat(calls.get(3).get(30, SECONDS)).isEqualTo("led by caller-3");
    assertThat(calls.get(5).get(30, SECONDS)).isEqualTo("led by caller-5");
  }

  @Test
  void whoIsInterruptedInTheLineLeavesIt() throws Exception {
    startHeld("a", "b", "c");
    Thread last = threads.last();
    last.interrupt();
    last.join(30_000);
    assertThat(last.isAlive()).isFalse();
    Future<String> next = threads.startAndAwaitQueueing(() -> settle("d"));
    firstBatchMayEnd.countDown();
    next.get(30, SECONDS);
    assertThat(batches).containsExactly(List.of("a"), List.of("b", "d"));
  }

  @Test
  void whoIsInterruptedInABatchHasItsOutcomeAndItsFlag() throws Exception {
    Future<Boolean> leader =
        threads.start(
            () -> {
              settle("a");
              return Thread.interrupted();
            });
    assertThat(firstBatchRuns.await(30, SECONDS)).isTrue();
    threads.last().interrupt();
    firstBatchMayEnd.countDown();
    assertThat(leader.get(30, SECONDS)).isTrue();
    assertThat(batches).containsExactly(List.of("a"));
  }

  @Test
  void aFullQueueLetsCallersWaitOutside() throws Exception {
    queue = new WriteQueue(100, 3);
    startHeld("a", "b", "c");
    threads.startAndAwaitQueueing(() -> settle("outside"));
    Thread outside = threads.last();
    outside.interrupt();
    outside.join(30_000);
    Future<String> next = threads.startAndAwaitQueueing(() -> settle("d"));
    firstBatchMayEnd.countDown();
    next.get(30, SECONDS);
    assertThat(batches.stream().flatMap(List::stream)).containsExactly("a", "b", "c", "d");
  }

  @Test
  void aLeaderThatBreaksDownHandsTheLeadOn() throws Exception {
    QueuedMutation<String> broken = mutation("broken");
    WriteQueue.Leader breaking =
        intake -> {
          intake.next();
          throw new OutOfMemoryError("played");
        };
    assertThatThrownBy(() -> queue.settle(broken, breaking)).isInstanceOf(OutOfMemoryError.class);
    firstBatchMayEnd.countDown();
    assertThat(threads.start(() -> settle("a")).get(30, SECONDS)).startsWith("led by");
  }

  /** Starts a caller that leads and is held, and others behind it. */
  private List<Future<String>> startHeld(String first, String... others) throws Exception {
    List<Future<String>> calls = new ArrayList<>();
    calls.add(threads.start(() -> settle(first)));
    assertThat(firstBatchRuns.await(30, SECONDS)).isTrue();
    for (String other : others) {
      calls.add(threads.startAndAwaitQueueing(() -> settle(other)));
    }
    return calls;
  }

  /** Goes through the queue; answers who led its batch. */
  private String settle(String name) throws InterruptedException {
    QueuedMutation<String> mutation = mutation(name);
    queue.settle(mutation, this::lead);
    return mutation.outcome();
  }

  private QueuedMutation<String> mutation(String name) {
    return new QueuedMutation<>(
        context -> {
          batches.get(batches.size() - 1).add(name);
          return "led by " + Thread.currentThread().getName();
        });
  }

  private void lead(WriteQueue.Intake intake) {
    batches.add(new ArrayList<>());
    for (QueuedMutation<?> next = intake.next(); next != null; next = intake.next()) {
      apply(next);
    }
    firstBatchRuns.countDown();
    try {
      firstBatchMayEnd.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void apply(QueuedMutation<?> mutation) {
    try {
      mutation.apply(new WriteContext(null, InstantSource.system(), EngineHooks.NONE, true));
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
