package dev.landfall.testkit.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.TableEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract of callers at the same time. */
public abstract class ConcurrencyContract extends ContractTests {

  private static final int ROUNDS = 10;
  private static final int CALLERS = 4;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Makes the tests of a catalog. */
  protected ConcurrencyContract(CatalogUnderTest underTest) {
    super(underTest);
  }

  @AfterEach
  final void endThreads() throws InterruptedException {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(30, SECONDS)).isTrue();
  }

  @Test
  @Proves({Rule.R3, Rule.R8})
  void b07OfRivalsAtOneHeadExactlyOnePublishes() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      BranchState pinned = port().main();
      List<PublishRequest> requests = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; caller++) {
        requests.add(port().request(pinned, port().creating("t" + round + "_" + caller)));
      }
      List<PublishAnswer> answers = together(requests);

      CommitInfo head = port().main().head();
      assertThat(head.parent()).contains(pinned.head().id());
      for (int caller = 0; caller < CALLERS; caller++) {
        PublishRequest request = requests.get(caller);
        if (head.operationId().equals(Optional.of(request.operationId()))) {
          assertThat(answers.get(caller)).isEqualTo(new PublishAnswer.Published(head, false));
          assertThat(port().find(request)).contains(head);
        } else {
          assertThat(ProjectUnderTest.moved(answers.get(caller)).actualHead()).contains(head.id());
          assertThat(port().find(request)).isEmpty();
        }
      }
    }
    assertThat(port().log(port().main().head().id())).hasSize(ROUNDS + 1);
  }

  @Test
  @Proves(Rule.R2)
  void b11OneRequestFromManyCallersIsOneCommit() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      PublishRequest request = port().request(port().main(), port().creating("t" + round));
      List<PublishAnswer> answers =
          together(Stream.generate(() -> request).limit(CALLERS).toList());
      CommitInfo head = port().main().head();
      assertThat(answers)
          .containsOnlyOnce(new PublishAnswer.Published(head, false))
          .containsOnly(
              new PublishAnswer.Published(head, false), new PublishAnswer.Published(head, true));
    }
    assertThat(port().log(port().main().head().id())).hasSize(ROUNDS + 1);
  }

  @Test
  @Proves(Rule.R6)
  void readersSeeAllTablesOfACommitOrNone() throws Exception {
    port().land("main", port().creating("a"), port().creating("b"));
    CommitId first = port().main().head().id();
    Map<String, String> pairs = new ConcurrentHashMap<>();
    AtomicBoolean done = new AtomicBoolean();
    List<Future<Integer>> readers =
        Stream.generate(() -> threads.submit(() -> readPairs(first, pairs, done)))
            .limit(2)
            .toList();
    for (int round = 0; round < ROUNDS * 3; round++) {
      Change.Update a = port().updating(port().table("a"));
      Change.Update b = port().updating(port().table("b"));
      pairs.put(a.metadataLocation(), b.metadataLocation());
      port().land("main", a, b);
    }
    done.set(true);
    for (Future<Integer> reader : readers) {
      assertThat(reader.get(30, SECONDS)).isPositive();
    }
  }

  private int readPairs(CommitId first, Map<String, String> pairs, AtomicBoolean done) {
    int reads = 0;
    while (!done.get() || reads == 0) {
      CommitId head = port().main().head().id();
      if (!head.equals(first)) {
        List<TableEntry> pair = port().tables(head);
        assertThat(pair).hasSize(2);
        assertThat(pairs)
            .containsEntry(pair.get(0).metadataLocation(), pair.get(1).metadataLocation());
        reads++;
      }
    }
    return reads;
  }

  @Test
  @Needs(Capability.RELEASE)
  @Proves(Rule.RELEASES)
  void releasesOfDifferentTablesAllLandAtTheFirstTry() throws Exception {
    List<String> names = List.of("t0", "t1", "t2", "t3");
    port().land("main", names.stream().map(port()::creating).toArray(Change[]::new));
    for (int round = 0; round < ROUNDS; round++) {
      BranchState pinned = port().main();
      List<PublishRequest> requests =
          names.stream()
              .map(name -> port().release(pinned, port().updating(port().table(name))))
              .toList();
      assertThat(together(requests)).hasOnlyElementsOfType(PublishAnswer.Published.class);
    }
    List<CommitInfo> log = port().log(port().main().head().id());
    assertThat(log).hasSize(2 + names.size() * ROUNDS);
    for (int i = 0; i + 1 < log.size(); i++) {
      assertThat(log.get(i).parent()).contains(log.get(i + 1).id());
    }
  }

  @Test
  @Needs(Capability.RELEASE)
  @Proves({Rule.RELEASES, Rule.CONFLICTS})
  void ofReleasesOfOneTableOneLands() throws Exception {
    port().land("main", port().creating("t"));
    for (int round = 0; round < ROUNDS; round++) {
      BranchState pinned = port().main();
      TableEntry t = port().table("t");
      List<PublishAnswer> answers =
          together(
              Stream.generate(() -> port().release(pinned, port().updating(t)))
                  .limit(CALLERS)
                  .toList());
      assertThat(answers).filteredOn(PublishAnswer.Published.class::isInstance).hasSize(1);
      assertThat(answers)
          .filteredOn(PublishAnswer.Conflicted.class::isInstance)
          .hasSize(CALLERS - 1);
    }
  }

  @Test
  @Needs(Capability.ABANDON)
  @Proves(Rule.R9)
  void anOperationIsEitherAbandonedOrPublished() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      PublishRequest request = port().request(port().main(), port().creating("t" + round));
      CyclicBarrier start = new CyclicBarrier(2);
      Future<@Nullable PublishAnswer> publishing =
          threads.submit(after(start, () -> publishUnlessAbandoned(request)));
      Future<Optional<CommitInfo>> abandoning =
          threads.submit(after(start, () -> port().abandon(request)));

      PublishAnswer published = publishing.get(30, SECONDS);
      Optional<CommitInfo> landed = abandoning.get(30, SECONDS);
      assertThat(published != null).as("published").isEqualTo(landed.isPresent());
      assertThat(port().find(request)).isEqualTo(landed);
      landed.ifPresent(commit -> assertThat(port().main().head()).isEqualTo(commit));
    }
  }

  private @Nullable PublishAnswer publishUnlessAbandoned(PublishRequest request) {
    try {
      return port().catalog.publish(request);
    } catch (OperationAbandonedException e) {
      return null;
    }
  }

  /** Publishes each request in a thread of its own, all at once. */
  private List<PublishAnswer> together(List<PublishRequest> requests)
      throws InterruptedException, ExecutionException, TimeoutException {
    CyclicBarrier start = new CyclicBarrier(requests.size());
    List<Future<PublishAnswer>> answers = new ArrayList<>();
    for (PublishRequest request : requests) {
      answers.add(threads.submit(after(start, () -> port().catalog.publish(request))));
    }
    List<PublishAnswer> all = new ArrayList<>();
    for (Future<PublishAnswer> answer : answers) {
      all.add(answer.get(30, SECONDS));
    }
    return all;
  }

  private static <T extends @Nullable Object> Callable<T> after(
      CyclicBarrier start, Callable<T> call) {
    return () -> {
      start.await(30, SECONDS);
      return call.call();
    };
  }
}
