package dev.landfall.internal.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.TableName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Many callers, few database commits: each caller has an outcome of its own. */
@Timeout(120)
@ParameterizedClass(name = "{0}")
@EnumSource(TestStore.class)
class GroupCommitTest {

  @Parameter TestStore store;

  @TempDir Path directory;
  private final Gate gate = new Gate();
  private final QueueingThreads threads = new QueueingThreads();
  private Lake lake;

  @BeforeEach
  void open() {
    lake = Lake.create(store, directory, gate);
  }

  @AfterEach
  void close() throws Exception {
    gate.open();
    threads.close();
    lake.close();
  }

  @Test
  void b16aAFailingMemberIsAlone() throws Exception {
    List<PublishRequest> good = lake.requestsOnBranches(6);
    BranchState other = lake.createBranch("other", first());
    PublishRequest conflicting =
        lake.request(other, new Change.Drop(TableName.of("no_such_table")));
    PublishRequest abandoned = lake.request(other, lake.creating("abandoned"));
    lake.catalog.abandon(Lake.PROJECT, abandoned.operationId(), abandoned.sha256());
    PublishRequest broken = lake.request(other, lake.creating("broken"));
    Future<PublishAnswer> leader = threads.lead(lake, gate);

    List<Future<PublishAnswer>> answers = new ArrayList<>();
    answers.addAll(threads.queue(lake, good.subList(0, 3)));
    // The fourth member that gets as far as its pointers.
    gate.failAt(Step.POINTERS_WRITTEN, 4);
    List<Future<PublishAnswer>> failing =
        threads.queue(lake, List.of(broken, conflicting, abandoned));
    answers.addAll(threads.queue(lake, good.subList(3, 6)));
    int commits = gate.count(Step.COMMIT_ISSUED);
    gate.open();

    Lake.landed(leader.get(30, SECONDS));
    for (int i = 0; i < good.size(); i++) {
      CommitInfo landed = Lake.landed(answers.get(i).get(30, SECONDS));
      assertThat(landed.id().value()).isEqualTo(good.get(i).sha256());
      assertThat(lake.branch("b" + i).head()).isEqualTo(landed);
    }
    assertThat(failureOf(failing.get(0)))
        .isInstanceOfSatisfying(
            UnavailableException.class, e -> assertThat(e.mayHaveBeenSent()).isFalse())
        .hasRootCauseMessage("injected at POINTERS_WRITTEN");
    assertThat(failing.get(1).get(30, SECONDS)).isInstanceOf(PublishAnswer.Conflicted.class);
    assertThat(failureOf(failing.get(2)))
        .isInstanceOf(dev.landfall.catalog.OperationAbandonedException.class);
    Stream.of(broken, conflicting, abandoned).forEach(r -> assertThat(find(r)).isEmpty());
    assertThat(gate.count(Step.COMMIT_ISSUED) - commits).as("database commits of nine").isOne();
  }

  @Test
  void b16bAFailedSyncIsUnknownForAllAndEndsTheWritingOfADirectory() throws Exception {
    List<PublishRequest> requests = lake.requestsOnBranches(5);
    Future<PublishAnswer> leader = threads.lead(lake, gate);
    List<Future<PublishAnswer>> answers = threads.queue(lake, requests);
    gate.failAt(Step.COMMIT_ISSUED, 1);
    gate.open();

    Lake.landed(leader.get(30, SECONDS));
    for (Future<PublishAnswer> answer : answers) {
      assertThat(failureOf(answer))
          .isInstanceOfSatisfying(
              UnavailableException.class, e -> assertThat(e.mayHaveBeenSent()).isTrue());
    }
    if (store == TestStore.DIRECTORY) {
      requireNoMoreWrites(requests.get(0));
      lake.close();
      lake = Lake.open(store, directory, gate);
    }
    requests.forEach(request -> assertThat(find(request)).isEmpty());
    requests.forEach(request -> Lake.landed(lake.catalog.publish(request)));
  }

  private void requireNoMoreWrites(PublishRequest request) {
    int issued = gate.count(Step.COMMIT_ISSUED);
    assertThatThrownBy(() -> lake.catalog.publish(request))
        .isInstanceOfSatisfying(
            UnavailableException.class, e -> assertThat(e.mayHaveBeenSent()).isFalse());
    assertThat(gate.count(Step.COMMIT_ISSUED)).isEqualTo(issued);
  }

  @Test
  void b16aWhoeverFillsTheDiskIsAlone() throws Exception {
    assumeThat(store).as("the one that a test can fill").isEqualTo(TestStore.DIRECTORY);
    List<PublishRequest> good = lake.requestsOnBranches(4);
    Change[] many =
        IntStream.range(0, 500).mapToObj(i -> lake.creating("x" + i)).toArray(Change[]::new);
    PublishRequest large = lake.request(lake.createBranch("large", first()), many);
    Future<PublishAnswer> leader = threads.lead(lake, gate);
    List<Future<PublishAnswer>> answers = new ArrayList<>(threads.queue(lake, good.subList(0, 2)));
    Future<PublishAnswer> full = threads.queue(lake, List.of(large)).get(0);
    answers.addAll(threads.queue(lake, good.subList(2, 4)));
    gate.limitPages(20);
    gate.open();

    Lake.landed(leader.get(30, SECONDS));
    for (Future<PublishAnswer> answer : answers) {
      Lake.landed(answer.get(30, SECONDS));
    }
    assertThat(failureOf(full)).hasMessageContaining("the disk is full");
    assertThat(find(large)).isEmpty();
  }

  @Test
  void aReplayInTheBatchOfItsFirstSendIsAnswered() throws Exception {
    PublishRequest request = lake.requestsOnBranches(1).get(0);
    Future<PublishAnswer> leader = threads.lead(lake, gate);
    List<Future<PublishAnswer>> answers = threads.queue(lake, List.of(request, request));
    gate.open();

    Lake.landed(leader.get(30, SECONDS));
    CommitInfo landed = Lake.landed(answers.get(0).get(30, SECONDS));
    assertThat(answers.get(0).get()).isEqualTo(new PublishAnswer.Published(landed, false));
    assertThat(answers.get(1).get(30, SECONDS))
        .isEqualTo(new PublishAnswer.Published(landed, true));
  }

  /** At most one database commit, so one sync, for so many publishes. */
  @ParameterizedTest
  @CsvSource({"1, 1", "8, 4", "64, 20"})
  void concurrentPublishersShareSyncs(int publishers, int publishesPerSync) throws Exception {
    gate.open();
    // Longer than a thread waits for its turn on a busy machine, or the batches are not full.
    gate.slowDown(Duration.ofMillis(20));
    int each = 40;
    List<List<PublishRequest>> chains =
        lake.requestsOnBranches(publishers).stream().map(first -> chain(first, each)).toList();
    int before = gate.count(Step.COMMIT_ISSUED);

    threads.runAtOnce(
        chains.stream()
            .<Runnable>map(chain -> () -> chain.forEach(r -> Lake.landed(lake.catalog.publish(r))))
            .toList());

    int syncs = gate.count(Step.COMMIT_ISSUED) - before;
    assertThat(syncs)
        .as("syncs of %s publishers with %s publishes each", publishers, each)
        .isLessThanOrEqualTo(publishers * each / publishesPerSync);
    assertThat(lake.branch("b0").head().id().value())
        .isEqualTo(chains.get(0).get(each - 1).sha256());
  }

  /** Publishes in a thread that is held just before its database commit. */
  private CommitId first() {
    return lake.main().head().id();
  }

  /** Makes requests of which each expects the commit of the one before. */
  private List<PublishRequest> chain(PublishRequest first, int count) {
    List<PublishRequest> chain = new ArrayList<>(List.of(first));
    while (chain.size() < count) {
      CommitContent content = chain.get(chain.size() - 1).content();
      chain.add(
          Lake.request(
              new CommitContent(
                  Lake.PROJECT,
                  content.branch(),
                  content.branchId(),
                  new CommitId(chain.get(chain.size() - 1).sha256()),
                  OperationId.random(),
                  null,
                  Map.of(),
                  List.of(lake.creating("t" + content.branch() + chain.size())))));
    }
    return chain;
  }

  private Optional<CommitInfo> find(PublishRequest request) {
    return lake.catalog.findOperation(Lake.PROJECT, request.operationId(), request.sha256());
  }

  private static Throwable failureOf(Future<?> future) {
    Throwable thrown = catchThrowable(() -> future.get(30, SECONDS));
    assertThat(thrown).isInstanceOf(ExecutionException.class);
    return thrown.getCause();
  }
}
