package dev.landfall.internal.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.landfall.catalog.AlreadyExistsException;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.Durability;
import dev.landfall.config.PostgresOptions;
import dev.landfall.model.BranchName;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import dev.landfall.postgres.TestPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two catalogs that share nothing but a PostgreSQL database, as two processes do. */
@Timeout(120)
class TwoProcessesTest {

  @TempDir Path directory;
  private final Gate gate = new Gate();
  private final QueueingThreads threads = new QueueingThreads();
  private Lake one;
  private Lake two;

  @BeforeEach
  void open() {
    one = Lake.create(TestStore.POSTGRES, directory, gate);
    two = Lake.open(TestStore.POSTGRES, directory, EngineHooks.NONE);
  }

  @AfterEach
  void close() throws Exception {
    gate.open();
    threads.close();
    one.close();
    two.close();
  }

  @Test
  void publishersOfOneBranchMakeOneLine() throws Exception {
    Set<String> landed = publishInBoth(4, 20, List.of("main"));

    List<CommitInfo> log = two.log(two.main().head().id(), 7);
    assertThat(log).hasSize(landed.size() + 1);
    assertThat(log.subList(0, landed.size()))
        .extracting(commit -> commit.id().value())
        .containsExactlyInAnyOrderElementsOf(landed);
    for (int i = 0; i + 1 < log.size(); i++) {
      assertThat(log.get(i).parent()).contains(log.get(i + 1).id());
    }
    assertThat(one.tables(log.get(0).id(), 100)).hasSize(landed.size());
  }

  /** Each process takes the branches in another order, so that a naive one would deadlock. */
  @Test
  void publishersOfManyBranchesDoNotStandInEachOthersWay() throws Exception {
    List<String> branches = List.of("a", "b", "c");
    branches.forEach(name -> one.createBranch(name, one.main().head().id()));

    Set<String> landed = publishInBoth(6, 20, branches);

    Set<String> found = new HashSet<>();
    for (String branch : branches) {
      one.log(one.branch(branch).head().id(), 50).forEach(commit -> found.add(commit.id().value()));
    }
    assertThat(found).containsAll(landed).hasSize(landed.size() + 1);
  }

  /** Publishes in threads of both catalogs until each has landed so many times. */
  private Set<String> publishInBoth(int threadsOfEach, int publishes, List<String> branches)
      throws Exception {
    ConcurrentLinkedQueue<String> landed = new ConcurrentLinkedQueue<>();
    List<Runnable> runs = new ArrayList<>();
    for (int i = 0; i < 2 * threadsOfEach; i++) {
      Lake lake = i % 2 == 0 ? one : two;
      int first = i;
      runs.add(
          () ->
              IntStream.range(0, publishes)
                  .mapToObj(j -> branches.get((first * (j + 1)) % branches.size()))
                  .forEach(branch -> landed.add(landOn(lake, branch))));
    }
    threads.runAtOnce(runs);
    assertThat(landed).doesNotHaveDuplicates().hasSize(2 * threadsOfEach * publishes);
    return new HashSet<>(landed);
  }

  private static String landOn(Lake lake, String branch) {
    while (true) {
      PublishRequest request =
          lake.request(lake.branch(branch), lake.creating("t" + OperationId.random()));
      if (lake.catalog.publish(request) instanceof PublishAnswer.Published published) {
        assertThat(published.replayed()).isFalse();
        return published.commit().id().value();
      }
    }
  }

  @Test
  void aBranchIsNotCreatedAtACommitThatExpiresMeanwhile() throws Exception {
    CommitId old = one.land("main", one.creating("a")).id();
    one.land("main", one.dropping(one.table("a")));
    gate.close();
    Future<Long> expiring =
        threads.start(() -> one.catalog.expireCommits(Lake.PROJECT, Instant.now().plusSeconds(60)));
    gate.awaitArrival();
    Future<?> creating = threads.start(() -> two.createBranch("late", old));
    await().atMost(Duration.ofSeconds(30)).until(() -> creating.isDone() || aSessionWaits());
    gate.open();

    assertThat(expiring.get(30, SECONDS)).isEqualTo(2);
    assertThatThrownBy(() -> creating.get(30, SECONDS)).hasCauseInstanceOf(NotFoundException.class);
  }

  private static boolean aSessionWaits() throws SQLException {
    try (Connection connection = TestPostgres.connect();
        Statement statement = connection.createStatement();
        ResultSet waiting = statement.executeQuery("SELECT 1 FROM pg_locks WHERE NOT granted")) {
      return waiting.next();
    }
  }

  @Test
  void oneRequestInBothIsOneCommitAndOneAnswer() throws Exception {
    for (int round = 0; round < 30; round++) {
      PublishRequest request = one.request(one.main(), one.creating("t" + round));

      List<PublishAnswer> answers =
          atOnce(() -> one.catalog.publish(request), () -> two.catalog.publish(request));

      assertThat(answers)
          .extracting(answer -> Lake.landed(answer).id().value())
          .containsOnly(request.sha256());
      assertThat(answers)
          .extracting(answer -> ((PublishAnswer.Published) answer).replayed())
          .containsExactlyInAnyOrder(false, true);
    }
    assertThat(two.log(two.main().head().id(), 100)).hasSize(31);
  }

  @Test
  void oneOperationWithTwoRequestsIsRefusedToOneOfThem() throws Exception {
    CommitId first = one.main().head().id();
    for (int round = 0; round < 10; round++) {
      CommitContent content =
          one.content(one.createBranch("a" + round, first), List.of(one.creating("t")));
      CommitContent other = two.content(two.createBranch("b" + round, first), content.changes());
      PublishRequest request = Lake.request(content);
      PublishRequest same =
          Lake.request(
              new CommitContent(
                  Lake.PROJECT,
                  other.branch(),
                  other.branchId(),
                  first,
                  content.operationId(),
                  "other",
                  other.properties(),
                  other.changes()));

      List<Object> outcomes =
          outcomes(() -> one.catalog.publish(request), () -> two.catalog.publish(same));

      assertThat(outcomes)
          .hasAtLeastOneElementOfType(PublishAnswer.Published.class)
          .hasAtLeastOneElementOfType(OperationMismatchException.class);
    }
  }

  @Test
  void abandoningWhileTheOtherPublishesHasOneWinner() throws Exception {
    for (int round = 0; round < 30; round++) {
      PublishRequest request = one.request(one.main(), one.creating("t" + round));

      List<Object> outcomes =
          outcomes(
              () -> one.catalog.publish(request),
              () -> two.catalog.abandon(Lake.PROJECT, request.operationId(), request.sha256()));

      if (outcomes.get(0) instanceof PublishAnswer published) {
        assertThat(outcomes.get(1)).isEqualTo(Optional.of(Lake.landed(published)));
      } else {
        assertThat(outcomes.get(0)).isInstanceOf(OperationAbandonedException.class);
        assertThat(outcomes.get(1)).isEqualTo(Optional.empty());
      }
    }
  }

  @Test
  void creatingTheSameInBothSucceedsInOne() throws Exception {
    CommitId first = one.main().head().id();
    for (int round = 0; round < 10; round++) {
      String name = "n" + round;
      for (List<Object> outcomes :
          List.of(
              outcomes(
                  () -> one.catalog.createProject(new ProjectName(name)),
                  () -> two.catalog.createProject(new ProjectName(name))),
              outcomes(() -> one.createBranch(name, first), () -> two.createBranch(name, first)))) {
        assertThat(outcomes)
            .filteredOn(outcome -> outcome instanceof AlreadyExistsException)
            .as("%s", outcomes)
            .hasSize(1);
      }
      assertThat(one.catalog.project(new ProjectName(name)))
          .isEqualTo(two.catalog.project(new ProjectName(name)));
      assertThat(one.branch(name)).isEqualTo(two.branch(name));
    }
  }

  @Test
  void openingANewCatalogInManyAtOnceMakesOne() throws Exception {
    Path fresh = directory.resolve("fresh");
    threads.runAtOnce(
        IntStream.range(0, 6)
            .<Runnable>mapToObj(
                i ->
                    () ->
                        TestStore.POSTGRES
                            .open(
                                fresh,
                                Durability.IMMEDIATE,
                                InstantSource.system(),
                                EngineHooks.NONE)
                            .close())
            .toList());
    Lake.create(TestStore.POSTGRES, fresh, EngineHooks.NONE).close();
  }

  /** A member that would have to wait is taken out, the others land in one database commit. */
  @Test
  void whoWaitsForAnotherProcessDoesNotHoldUpTheBatch() throws Exception {
    CommitId first = one.main().head().id();
    List<PublishRequest> requests = one.requestsOnBranches(3);
    Future<PublishAnswer> leader = threads.lead(one, gate);
    List<Future<PublishAnswer>> answers = threads.queue(one, requests);
    int commits = gate.count(Step.COMMIT_ISSUED);
    try (Connection rival = lockBranch("b1")) {
      gate.open();
      Lake.landed(leader.get(30, SECONDS));
      while (two.branch("b2").head().id().equals(first)) {
        Thread.onSpinWait();
      }
      assertThat(two.branch("b0").head().id()).isNotEqualTo(first);
      assertThat(gate.count(Step.COMMIT_ISSUED) - commits).isEqualTo(1);
      assertThat(answers.get(1).isDone()).isFalse();
      rival.rollback();
    }
    for (Future<PublishAnswer> answer : answers) {
      Lake.landed(answer.get(30, SECONDS));
    }
  }

  @Test
  void aProcessThatHoldsABranchForLongIsNotWaitedForWithoutEnd() throws Exception {
    PublishRequest request = one.request(one.main(), one.creating("t"));
    PostgresOptions options = PostgresOptions.builder().lockTimeout(Duration.ofSeconds(1)).build();
    try (Catalog impatient =
            PostgresCatalog.open(
                PostgresCatalog.Settings.of(TestPostgres.catalog(directory)).withOptions(options));
        Connection rival = lockBranch("main")) {
      assertThatThrownBy(() -> impatient.publish(request))
          .isInstanceOfSatisfying(
              UnavailableException.class, e -> assertThat(e.mayHaveBeenSent()).isFalse())
          .hasMessageContaining("another process");
      rival.rollback();
      Lake.landed(impatient.publish(request));
    }
  }

  @Test
  void aBranchDeletedAndMadeAgainByTheOtherTakesNoOldRequest() {
    CommitId first = one.main().head().id();
    PublishRequest old = one.request(one.createBranch("b", first), one.creating("t"));
    two.catalog.deleteBranch(Lake.PROJECT, new BranchName("b"), first);
    two.createBranch("b", first);

    PublishAnswer.BranchMoved moved = (PublishAnswer.BranchMoved) one.catalog.publish(old);
    assertThat(moved.actualHead()).isEmpty();
  }

  private Connection lockBranch(String name) throws Exception {
    Connection connection = TestPostgres.connect();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "SELECT 1 FROM "
              + TestPostgres.schema(directory)
              + ".branches WHERE name = '"
              + name
              + "' FOR UPDATE");
    }
    return connection;
  }

  private <T> List<T> atOnce(Callable<? extends T> first, Callable<? extends T> second)
      throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    List<Future<T>> futures = new ArrayList<>();
    for (Callable<? extends T> call : List.of(first, second)) {
      futures.add(
          threads.start(
              () -> {
                start.await(30, SECONDS);
                return call.call();
              }));
    }
    return List.of(futures.get(0).get(30, SECONDS), futures.get(1).get(30, SECONDS));
  }

  /** Returns what each call returned or threw. */
  private List<Object> outcomes(Callable<?> first, Callable<?> second) throws Exception {
    return this.<Object>atOnce(() -> outcome(first), () -> outcome(second));
  }

  private static Object outcome(Callable<?> call) throws Exception {
    try {
      return call.call();
    } catch (RuntimeException e) {
      return e;
    }
  }
}
