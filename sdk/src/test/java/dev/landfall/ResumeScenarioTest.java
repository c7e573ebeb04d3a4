package dev.landfall;

import static dev.landfall.TestLake.count;
import static dev.landfall.TestLake.orders;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.ScriptedCatalog.Step;
import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.Change;
import dev.landfall.model.OperationId;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is left of a commit after its answer, or its process, is gone. Over a real catalog and real
 * files.
 */
class ResumeScenarioTest {

  @TempDir Path directory;
  private ScriptedCatalog catalog;
  private TestLake lake;
  private BranchHead h0;

  @BeforeEach
  void open() throws PublishException {
    lake = TestLake.create(lakeDirectory(), opened -> catalog = new ScriptedCatalog(opened));
    h0 = lake.main();
  }

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void b03_anotherProcessFindsWhatAKilledOneLanded() throws Exception {
    Resumed resumed = killAndResume("publish");

    lake = TestLake.reopen(lakeDirectory());
    assertThat(resumed.recovered()).isEqualTo(lake.main().commitId().toString());
    assertThat(resumed.published()).isEqualTo(lake.main().commitId().toString());
    assertLandedOnce();
  }

  @Test
  void b03_anotherProcessPublishesWhatAKilledOneDidNotSend() throws Exception {
    Resumed resumed = killAndResume("save");

    lake = TestLake.reopen(lakeDirectory());
    assertThat(resumed.recovered()).isEqualTo("nothing");
    assertThat(resumed.published()).isEqualTo(lake.main().commitId().toString());
    assertLandedOnce();
  }

  @Test
  void b09a_aLateRequestAfterTheSamePublishIsAReplay() throws PublishException {
    Parked parked = parkARequest();

    assertThat(parked.commit().recover()).isEmpty();
    BranchHead h1 = parked.commit().publish();

    assertThat(catalog.deliver(parked.request()))
        .isEqualTo(new PublishAnswer.Published(h1.commitInfo(), true));
    assertThat(lake.main()).isEqualTo(h1);
    assertLandedOnce();
  }

  @Test
  void b09b_aLateRequestAfterTheWritesWereRedoneIsRefused() throws PublishException {
    Parked parked = parkARequest();

    assertThat(parked.commit().recover()).isEmpty();
    BranchHead redone = lake.fiveOrdersAndLabels().publish();

    assertThat(catalog.deliver(parked.request()))
        .isInstanceOfSatisfying(
            PublishAnswer.BranchMoved.class,
            moved -> assertThat(moved.actualHead()).contains(redone.commitId()));
    assertThat(lake.main()).isEqualTo(redone);
    assertThat(parked.commit().recover()).isEmpty();
    assertLandedOnce();
  }

  @Test
  void b09c_aLateRequestBeforeTheRedoneOneWins() throws PublishException {
    Parked parked = parkARequest();
    Commit redone = lake.fiveOrdersAndLabels();

    assertThat(parked.commit().recover()).isEmpty();
    assertThat(catalog.deliver(parked.request())).isInstanceOf(PublishAnswer.Published.class);

    BranchHead h1 = lake.main();
    assertThatThrownBy(redone::publish)
        .isInstanceOfSatisfying(
            BranchMovedException.class,
            moved -> {
              assertThat(moved.expectedHead()).isEqualTo(h0.commitId());
              assertThat(moved.actualHead()).contains(h1.commitId());
            });
    assertThat(parked.commit().recover()).contains(h1);
    assertLandedOnce();
  }

  @Test
  void b09_anAbandonedRequestNeverLandsHoweverLate() {
    Parked parked = parkARequest();

    assertThat(parked.commit().abandon()).isEmpty();

    assertThatThrownBy(() -> catalog.deliver(parked.request()))
        .isInstanceOf(OperationAbandonedException.class);
    assertThatThrownBy(() -> parked.commit().publish())
        .isInstanceOf(OperationAbandonedException.class);
    assertThat(parked.commit().recover()).isEmpty();
    assertThat(lake.main()).isEqualTo(h0);
  }

  @Test
  void b10_anOperationIdIsForOneRequest() throws PublishException {
    FrozenCommit first = lake.fiveOrdersAndLabels().freeze();
    BranchHead h1 = first.publish();
    BranchHead feature = lake.project.createBranch("feature", h0);
    List<FrozenCommit> altered =
        List.of(
            fiveOrders(h0, first).message("another message").freeze(),
            fiveOrders(h0, first).createTable("more", lake.labels()).freeze(),
            fiveOrders(h1, first).freeze(),
            fiveOrders(feature, first).freeze());

    for (FrozenCommit other : altered) {
      assertThat(other.operationId()).isEqualTo(first.operationId());
      assertThatThrownBy(other::publish).isInstanceOf(OperationMismatchException.class);
      assertThatThrownBy(other::recover).isInstanceOf(OperationMismatchException.class);
      assertThatThrownBy(other::abandon).isInstanceOf(OperationMismatchException.class);
    }

    assertThat(lake.main()).isEqualTo(h1);
    assertThat(lake.project.branch("feature")).isEqualTo(feature);
    assertThat(first.recover()).contains(h1);
    assertLandedOnce();
  }

  @Test
  void b11_twoThreadsPublishOneFrozenCommit() {
    FrozenCommit commit = lake.fiveOrdersAndLabels().freeze();
    CyclicBarrier bothSent = new CyclicBarrier(2);
    Step together =
        (engine, request) -> {
          meet(bothSent);
          return engine.publish(request);
        };
    catalog.next(together).next(together);

    List<CompletableFuture<BranchHead>> publishing =
        IntStream.range(0, 2)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> headOf(commit.tryPublish())))
            .toList();

    for (CompletableFuture<BranchHead> head : publishing) {
      assertThat(head).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(lake.main());
    }
    assertLandedOnce();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 6})
  void b11_processesThatResumeOneSavedCommit(int processes) throws IOException {
    Path saved = save(lake.fiveOrdersAndLabels().freeze());
    lake.close();
    List<ChildJvm> children = new ArrayList<>();
    List<String> heads = new ArrayList<>();
    try {
      for (int i = 0; i < processes; i++) {
        children.add(ChildJvm.start(ResumingProcess.class, directory, lakeDirectory(), saved));
      }
      for (ChildJvm child : children) {
        heads.add(child.await("published"));
        child.requireSuccess();
      }
    } finally {
      children.forEach(ChildJvm::close);
    }

    lake = TestLake.reopen(lakeDirectory());
    assertThat(heads).hasSize(processes).containsOnly(lake.main().commitId().toString());
    assertLandedOnce();
  }

  @Test
  void b12_aLandedOperationIsFoundUnderLaterCommits() throws PublishException {
    catalog.next(Step.answerLost());
    FrozenCommit commit = lake.fiveOrdersAndLabels().freeze();
    assertThatThrownBy(commit::publish).isInstanceOf(OutcomeUnknownException.class);
    BranchHead h1 = lake.main();
    BranchHead h9 = h1;
    for (int i = 0; i < 9; i++) {
      h9 = append(h9, 1).publish();
    }

    FrozenCommit resumed = lake.project.resumeCommit(commit.save());

    assertThat(resumed.recover()).contains(h1);
    assertThat(resumed.publish()).isEqualTo(h1);
    assertThat(resumed.abandon()).contains(h1);
    assertThat(lake.main()).isEqualTo(h9);
    assertThat(lake.project.log(h9)).hasSize(2 + 10);
    assertThat(count(h1, "orders")).isEqualTo(15);
    assertThat(count(h9, "orders")).isEqualTo(15 + 9);
  }

  @Test
  void b24_aSavedCommitKeepsItsFilesAndPublishesLater() throws PublishException {
    FrozenCommit commit = lake.fiveOrdersAndLabels().freeze();
    SavedCommit saved = commit.save();
    BranchHead feature = lake.project.createBranch("feature", h0);
    for (int i = 0; i < 3; i++) {
      feature = append(feature, 1).publish();
    }
    lake.close();
    lake = TestLake.reopen(lakeDirectory());

    FrozenCommit resumed = lake.project.resumeCommit(saved);

    assertThat(metadataFiles(resumed)).hasSize(2).allMatch(Files::exists);
    assertThat(resumed.publish()).isEqualTo(lake.main());
    assertLandedOnce();
  }

  @Test
  void b24_aFileThatWasRemovedByHandIsNamedAndNothingIsPublished() throws IOException {
    FrozenCommit commit = lake.fiveOrdersAndLabels().freeze();
    Path removed = metadataFiles(commit).get(1);
    Files.delete(removed);

    assertThatThrownBy(commit::publish)
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining(removed.getFileName().toString());
    assertThat(commit.recover()).isEmpty();
    assertThat(lake.main()).isEqualTo(h0);
  }

  /** A landed commit whose file is lost later is still answered as landed. */
  @Test
  void b24_aReplayAsksForNoFile() throws PublishException, IOException {
    FrozenCommit commit = lake.fiveOrdersAndLabels().freeze();
    BranchHead h1 = commit.publish();
    Files.delete(metadataFiles(commit).get(0));

    assertThat(commit.publish()).isEqualTo(h1);
    assertThat(commit.recover()).contains(h1);
  }

  /** Freezes the commit of the scenarios, saves it, publishes it or not, and waits to be killed. */
  static final class KilledProcess {
    public static void main(String[] args) throws Exception {
      try (LandfallClient client =
          TestLake.open(
              Path.of(args[0]), opened -> new ScriptedCatalog(opened).next(Step.answerLost()))) {
        Project project = client.project("demo");
        BranchHead main = project.branch("main");
        FrozenCommit commit =
            append(main, 5)
                .message("from a process that is killed")
                .createTable("labels", project.writeTable(Rows.of(TestLake.labels(3))))
                .freeze();
        Files.writeString(Path.of(args[1]), commit.save().toJson());
        System.out.println("operation " + commit.operationId());
        System.out.println("head " + main.commitId());
        if (args[2].equals("publish") && !(commit.tryPublish() instanceof PublishResult.Unknown)) {
          throw new AssertionError("the answer was not dropped");
        }
        System.out.println("ready");
        new CountDownLatch(1).await();
      }
    }
  }

  /** Resumes a saved commit, looks it up and publishes it. */
  static final class ResumingProcess {
    public static void main(String[] args) throws Exception {
      String text = Files.readString(Path.of(args[1]));
      try (LandfallClient client = TestLake.openWhenFree(Path.of(args[0]), opened -> opened)) {
        FrozenCommit commit = client.project("demo").resumeCommit(SavedCommit.fromJson(text));
        System.out.println("operation " + commit.operationId());
        System.out.println("branch " + commit.head().branch());
        System.out.println("head " + commit.head().commitId());
        System.out.println("same-text " + commit.save().toJson().equals(text));
        Optional<BranchHead> landed = commit.recover();
        System.out.println(
            "recovered " + landed.map(head -> head.commitId().toString()).orElse("nothing"));
        System.out.println("published " + commit.publish().commitId());
      }
    }
  }

  private record Resumed(String recovered, String published) {}

  private record Parked(FrozenCommit commit, PublishRequest request) {}

  private Resumed killAndResume(String how) throws IOException {
    Path saved = directory.resolve("saved.json");
    lake.close();
    String operation;
    try (ChildJvm killed =
        ChildJvm.start(KilledProcess.class, newDirectory("first"), lakeDirectory(), saved, how)) {
      operation = killed.await("operation");
      assertThat(killed.await("head")).isEqualTo(h0.commitId().toString());
      killed.await("ready");
      killed.kill();
    }
    try (ChildJvm resuming =
        ChildJvm.start(ResumingProcess.class, newDirectory("second"), lakeDirectory(), saved)) {
      assertThat(resuming.await("operation")).isEqualTo(operation);
      assertThat(resuming.await("branch")).isEqualTo("main");
      assertThat(resuming.await("head")).isEqualTo(h0.commitId().toString());
      assertThat(resuming.await("same-text")).isEqualTo("true");
      Resumed resumed = new Resumed(resuming.await("recovered"), resuming.await("published"));
      resuming.requireSuccess();
      return resumed;
    }
  }

  /** Publishes; the catalog has the request and does not apply it, and the client gives up. */
  private Parked parkARequest() {
    AtomicReference<PublishRequest> parked = new AtomicReference<>();
    catalog.next(
        (engine, request) -> {
          parked.set(request);
          throw UnavailableException.maybeSent("No answer in time", null);
        });
    FrozenCommit commit = lake.fiveOrdersAndLabels().freeze();
    assertThat(commit.tryPublish()).isInstanceOf(PublishResult.Unknown.class);
    return new Parked(commit, parked.get());
  }

  private static Commit fiveOrders(BranchHead head, FrozenCommit first) {
    OperationId operation = first.operationId();
    return append(head, 5).operationId(operation);
  }

  private static Commit append(BranchHead head, int count) {
    return head.commit().updateTable(head.table("orders").append(Rows.of(orders(10, 10 + count))));
  }

  private void assertLandedOnce() {
    BranchHead head = lake.main();
    // The project's first commit and the one that made the table lie below.
    assertThat(lake.project.log(head)).hasSize(3);
    assertThat(count(head, "orders")).isEqualTo(15);
    assertThat(count(head, "labels")).isEqualTo(3);
  }

  private static List<Path> metadataFiles(FrozenCommit commit) {
    return commit.changes().stream()
        .flatMap(
            change -> {
              if (change instanceof Change.Update update) {
                return Stream.of(update.metadataLocation());
              }
              return change instanceof Change.Create create
                  ? Stream.of(create.metadataLocation())
                  : Stream.<String>empty();
            })
        .map(TestLake::file)
        .toList();
  }

  private Path lakeDirectory() {
    return directory.resolve("lake");
  }

  private Path newDirectory(String name) throws IOException {
    return Files.createDirectory(directory.resolve(name));
  }

  private Path save(FrozenCommit commit) throws IOException {
    return Files.writeString(directory.resolve("saved.json"), commit.save().toJson());
  }

  private static BranchHead headOf(PublishResult result) {
    return ((PublishResult.Published) result).head();
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new AssertionError("The other thread did not publish", e);
    }
  }
}
