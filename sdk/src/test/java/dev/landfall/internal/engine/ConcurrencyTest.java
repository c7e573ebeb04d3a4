package dev.landfall.internal.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.TableEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
@ParameterizedClass(name = "{0}")
@EnumSource(TestStore.class)
class ConcurrencyTest {

  @Parameter TestStore store;

  @TempDir Path directory;
  private Lake lake;
  private ExecutorService threads;

  @BeforeEach
  void open() {
    lake = Lake.create(store, directory, EngineHooks.NONE);
    threads = Executors.newCachedThreadPool();
  }

  @AfterEach
  void close() throws Exception {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(30, SECONDS)).isTrue();
    lake.close();
  }

  @Test
  void b07OfFourWritersAtOneHeadExactlyOnePublishes() throws Exception {
    int writers = 4;
    for (int round = 0; round < 50; round++) {
      BranchState pinned = lake.main();
      CyclicBarrier start = new CyclicBarrier(writers);
      List<PublishRequest> requests = new ArrayList<>();
      List<Future<PublishAnswer>> answers = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        PublishRequest request = lake.request(pinned, lake.creating("t" + round + "_" + writer));
        requests.add(request);
        answers.add(
            threads.submit(
                () -> {
                  start.await(30, SECONDS);
                  return lake.catalog.publish(request);
                }));
      }
      requireOneWinner(pinned, requests, answers);
    }
    assertThat(lake.log(lake.main().head().id(), 100)).hasSize(51);
  }

  private void requireOneWinner(
      BranchState pinned, List<PublishRequest> requests, List<Future<PublishAnswer>> answers)
      throws Exception {
    List<PublishAnswer> all = new ArrayList<>();
    for (Future<PublishAnswer> answer : answers) {
      all.add(answer.get(30, SECONDS));
    }
    CommitInfo head = lake.main().head();
    assertThat(head.parent()).contains(pinned.head().id());
    int published = 0;
    for (int i = 0; i < all.size(); i++) {
      PublishRequest request = requests.get(i);
      Optional<CommitInfo> found =
          lake.catalog.findOperation(Lake.PROJECT, request.operationId(), request.sha256());
      if (all.get(i) instanceof PublishAnswer.Published landed) {
        published++;
        assertThat(landed.commit()).isEqualTo(head);
        assertThat(found).contains(head);
      } else {
        PublishAnswer.BranchMoved moved = (PublishAnswer.BranchMoved) all.get(i);
        assertThat(moved.actualHead()).contains(head.id());
        assertThat(found).isEmpty();
      }
    }
    assertThat(published).isEqualTo(1);
  }

  @Test
  void b11OneRequestFromManyThreadsIsOneCommit() throws Exception {
    PublishRequest request = lake.request(lake.main(), lake.creating("t"));
    CyclicBarrier start = new CyclicBarrier(8);
    List<Future<PublishAnswer>> answers =
        Stream.generate(
                () ->
                    threads.submit(
                        () -> {
                          start.await(30, SECONDS);
                          return lake.catalog.publish(request);
                        }))
            .limit(8)
            .toList();
    int first = 0;
    for (Future<PublishAnswer> answer : answers) {
      PublishAnswer.Published published = (PublishAnswer.Published) answer.get(30, SECONDS);
      assertThat(published.commit().id().value()).isEqualTo(request.sha256());
      first += published.replayed() ? 0 : 1;
    }
    assertThat(first).isEqualTo(1);
    assertThat(lake.log(lake.main().head().id(), 10)).hasSize(2);
  }

  @Test
  void b13ARivalBetweenPinAndPublishIsNeverOverwritten() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    lake.land("main", lake.creating("a"), lake.creating("b"));
    for (int round = 0; round < 200; round++) {
      BranchState pinned = lake.main();
      Change.Update mine = lake.updating(lake.table(random.nextBoolean() ? "a" : "b"));
      boolean rivalComes = random.nextBoolean();
      CommitInfo rival = null;
      if (rivalComes) {
        rival = lake.land("main", lake.updating(lake.table(random.nextBoolean() ? "a" : "b")));
      }
      List<TableEntry> before = lake.tables(lake.main().head().id(), 10);
      PublishAnswer answer = lake.publish(pinned, mine);
      if (rivalComes) {
        assertThat(((PublishAnswer.BranchMoved) answer).actualHead())
            .as("seed " + seed)
            .contains(rival.id());
        assertThat(lake.tables(lake.main().head().id(), 10)).isEqualTo(before);
        Change.Update again =
            new Change.Update(
                mine.table(),
                mine.tableId(),
                lake.table(mine.table().toString()).metadataLocation(),
                mine.metadataLocation());
        answer = lake.publish(lake.main(), again);
      }
      Lake.landed(answer);
      assertThat(lake.table(mine.table().toString()).metadataLocation())
          .as("seed " + seed)
          .isEqualTo(mine.metadataLocation());
    }
  }

  @Test
  void b19InterruptingOneCallerHarmsNobody() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    lake.createBranch("one", lake.main().head().id());
    lake.createBranch("two", lake.main().head().id());
    AtomicBoolean done = new AtomicBoolean();
    Future<Integer> other = threads.submit(() -> publishUntil(done));
    CommitInfo head = lake.branch("one").head();
    int landed = 0;
    for (int round = 0; round < 1000; round++) {
      PublishRequest request = lake.request(lake.branch("one"), lake.creating("t" + round));
      boolean published = publishInterrupted(request, random, round % 10 == 0);
      Optional<CommitInfo> found =
          lake.catalog.findOperation(Lake.PROJECT, request.operationId(), request.sha256());
      assertThat(found.isPresent()).as("seed " + seed).isEqualTo(published);
      head = found.orElse(head);
      landed += published ? 1 : 0;
      assertThat(lake.branch("one").head()).as("seed " + seed).isEqualTo(head);
    }
    done.set(true);
    int others = other.get(30, SECONDS);
    assertThat(others).isPositive();
    assertThat(lake.log(lake.branch("one").head().id(), 1000)).hasSize(landed + 1);
    assertThat(lake.log(lake.branch("two").head().id(), 1000)).hasSize(others + 1);
  }

  private int publishUntil(AtomicBoolean done) {
    int published = 0;
    while (!done.get()) {
      lake.land("two", lake.creating("u" + published));
      published++;
    }
    return published;
  }

  /** Publishes in another thread, and interrupts that before or at a random moment of the call. */
  private boolean publishInterrupted(PublishRequest request, Random random, boolean before)
      throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    AtomicBoolean published = new AtomicBoolean();
    AtomicBoolean flagKept = new AtomicBoolean();
    Thread caller =
        new Thread(
            () -> {
              if (before) {
                Thread.currentThread().interrupt();
              }
              running.countDown();
              try {
                published.set(lake.catalog.publish(request) instanceof PublishAnswer.Published);
              } catch (UnavailableException e) {
                published.set(e.mayHaveBeenSent());
              }
              awaitKeepingTheFlag(interrupted);
              flagKept.set(Thread.currentThread().isInterrupted());
            });
    caller.start();
    assertThat(running.await(30, SECONDS)).isTrue();
    LockSupport.parkNanos(random.nextInt(1_000_000));
    caller.interrupt();
    interrupted.countDown();
    caller.join(30_000);
    assertThat(caller.isAlive()).isFalse();
    assertThat(flagKept).isTrue();
    return published.get();
  }

  /** Waits until the interrupt was sent, without taking it. */
  private static void awaitKeepingTheFlag(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      Thread.onSpinWait();
    }
  }
}
