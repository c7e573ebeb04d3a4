package dev.landfall.testkit.nessie;

import static dev.landfall.testkit.nessie.NessieLake.fiveOrdersAndLabels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.landfall.BranchHead;
import dev.landfall.BranchMovedException;
import dev.landfall.FrozenCommit;
import dev.landfall.OutcomeUnknownException;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.SavedCommit;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.UnauthenticatedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.Change;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.fault.FaultChoice;
import dev.landfall.testkit.fault.Hold;
import dev.landfall.testkit.fault.WireRequest;
import dev.landfall.testkit.server.ServedLake;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is known of a publish into a Nessie server, and that it stays so. */
@ExtendWith(WithNessie.class)
@Timeout(120)
class NessieOutcomeTest {

  /** The requests of a first publish that change something, in their order. */
  enum StepOfPublish {
    CREATE_STAGING,
    COMMIT,
    ASSIGN
  }

  @TempDir static Path warehouse;

  private NessieLake lake;

  @BeforeEach
  void create(NessieServer server) throws Exception {
    lake = NessieLake.create(server, warehouse);
  }

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void b25AForeignCommitToAnotherKeyMovesTheBranch() {
    FrozenCommit commit = fiveOrdersAndLabels(lake.attempting(3));
    String rivals = lake.foreign.commitTo(lake.main());

    requireMoved(commit, catchThrowableOfType(BranchMovedException.class, commit::publish), rivals);
  }

  @Test
  void b25AForeignCommitBetweenOurCommitAndItsPublicationMovesTheBranch() throws Exception {
    FrozenCommit commit = fiveOrdersAndLabels(lake.attempting(3));
    Hold assign = lake.onAssign().first().holdRequest();
    CompletableFuture<PublishResult> published = CompletableFuture.supplyAsync(commit::tryPublish);
    assign.awaitArrival(Duration.ofSeconds(30));
    String rivals = lake.foreign.commitTo(lake.main());
    assign.release();

    PublishResult result = published.get(60, TimeUnit.SECONDS);

    assertThat(result).isInstanceOf(PublishResult.BranchMoved.class);
    requireMoved(commit, catchThrowableOfType(BranchMovedException.class, commit::publish), rivals);
  }

  private void requireMoved(FrozenCommit commit, BranchMovedException moved, String rivals) {
    assertThat(moved.expectedHead()).isEqualTo(commit.head().commitId());
    assertThat(moved.actualHead().orElseThrow().value()).isEqualTo(rivals);
    assertThat(lake.foreign.head(lake.main())).isEqualTo(rivals);
    assertThat(lake.commitsOf(commit)).isEmpty();
    assertThat(commit.recover()).isEmpty();
    assertThat(lake.direct().branches()).hasSize(1);
    lake.close();
    assertThat(lake.foreign.references("staging/" + lake.name)).isEmpty();
  }

  /** What becomes of the answer that the branch was moved. */
  enum Loss {
    TIME_OUT,
    RESET,
    STATUS_500,
    INTERRUPT
  }

  @ParameterizedTest
  @EnumSource
  void b26ALostAnswerIsRecoveredBelowThirtyCommits(Loss loss) throws Exception {
    Project project = lake.attempting(1, Duration.ofSeconds(loss == Loss.TIME_OUT ? 2 : 60));
    FrozenCommit commit = fiveOrdersAndLabels(project);
    lose(loss);

    OutcomeUnknownException unknown = unknown(commit, loss == Loss.INTERRUPT);

    assertThat(unknown.commit()).isEqualTo(commit);
    for (int i = 0; i < 30; i++) {
      lake.foreign.commitTo(lake.main());
    }
    for (Change change : commit.changes()) {
      assertThat(metadataFile(change)).exists();
    }
    lake.faults.clear();
    BranchHead recovered = commit.recover().orElseThrow();
    assertThat(commit.publish()).isEqualTo(recovered);
    lake.requireLandedOnce(commit, recovered);
  }

  private void lose(Loss loss) {
    FaultChoice first = lake.onAssign().first();
    switch (loss) {
      case TIME_OUT, INTERRUPT -> first.applyThenStall();
      case RESET -> first.applyThenReset();
      case STATUS_500 -> first.applyThenAnswer(500);
    }
  }

  private OutcomeUnknownException unknown(FrozenCommit commit, boolean interrupt) throws Exception {
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    Thread thread = new Thread(() -> thrown.complete(catchThrowable(commit::publish)));
    thread.start();
    if (interrupt) {
      await(lake.isAssign(), 1);
      thread.interrupt();
    }
    return (OutcomeUnknownException) thrown.get(60, TimeUnit.SECONDS);
  }

  private static Path metadataFile(Change change) {
    String location =
        change instanceof Change.Create create
            ? create.metadataLocation()
            : ((Change.Update) change).metadataLocation();
    return Path.of(URI.create(location).getPath());
  }

  @ParameterizedTest
  @EnumSource
  void aClientThatDiesAfterAStepWasAppliedIsResumedByAnother(StepOfPublish step) throws Exception {
    FrozenCommit commit = fiveOrdersAndLabels(lake.attempting(1));
    SavedCommit saved = commit.save();
    lake.faults.on(is(step)).every().applyThenDropAnswer();

    PublishResult result = commit.tryPublish();

    // Before the branch was to be moved, a failure is no unknown outcome.
    assertThat(result)
        .isInstanceOf(
            step == StepOfPublish.ASSIGN
                ? PublishResult.Unknown.class
                : PublishResult.Failed.class);
    FrozenCommit resumed = lake.direct().resumeCommit(saved);
    assertThat(resumed.recover().isPresent()).isEqualTo(step == StepOfPublish.ASSIGN);
    lake.requireLandedOnce(commit, resumed.recoverOrPublish());
  }

  @ParameterizedTest
  @EnumSource
  void aClientThatDiesBeforeAStepIsResumedByAnother(StepOfPublish step) throws Exception {
    FrozenCommit commit = fiveOrdersAndLabels(lake.attempting(1));
    lake.faults.on(is(step)).every().closeAfterRequest();

    assertThat(commit.tryPublish()).isNotInstanceOf(PublishResult.Published.class);

    FrozenCommit resumed = lake.direct().resumeCommit(commit.save());
    assertThat(resumed.recover()).isEmpty();
    lake.requireLandedOnce(commit, resumed.recoverOrPublish());
  }

  @ParameterizedTest
  @EnumSource
  void aStepWhoseAnswerIsLostOnceIsSettledByTheNextAttempt(StepOfPublish step) throws Exception {
    FrozenCommit commit = fiveOrdersAndLabels(lake.attempting(3));
    lake.faults.on(is(step)).first().applyThenAnswer(503);

    lake.requireLandedOnce(commit, commit.publish());
    lake.faults.assertAllHappened();
  }

  @ParameterizedTest
  @EnumSource
  void aStepThatIsDeliveredTwiceLandsOnce(StepOfPublish step) throws Exception {
    FrozenCommit commit = fiveOrdersAndLabels(lake.attempting(3));
    lake.faults.on(is(step)).first().deliverTwice();

    lake.requireLandedOnce(commit, commit.publish());
    lake.faults.assertAllHappened();
  }

  @Test
  void aCommitThatIsDeliveredAgainLaterIsNotPublishedWithTheNextOne() throws Exception {
    Project project = lake.attempting(1);
    FrozenCommit loser = fiveOrdersAndLabels(project);
    Hold again = lake.onStage().first().applyThenDeliverAgain();
    Hold assign = lake.onAssign().first().holdRequest();
    CompletableFuture<PublishResult> result = CompletableFuture.supplyAsync(loser::tryPublish);
    assign.awaitArrival(Duration.ofSeconds(30));
    lake.foreign.commitTo(lake.main());
    assign.release();
    assertThat(result.get(60, TimeUnit.SECONDS)).isInstanceOf(PublishResult.BranchMoved.class);
    Hold stage = lake.onStage().first().holdRequest();
    FrozenCommit winner = project.branch("main").commit().renameTable("orders", "sold").freeze();
    CompletableFuture<PublishResult> next = CompletableFuture.supplyAsync(winner::tryPublish);
    stage.awaitArrival(Duration.ofSeconds(30));

    // The winner's staging branch is ready, and its commit under way.
    again.release();
    again.awaitDelivery(Duration.ofSeconds(30));
    stage.release();

    assertThat(next.get(60, TimeUnit.SECONDS)).isInstanceOf(PublishResult.Published.class);
    assertThat(lake.commitsOf(loser)).isEmpty();
    assertThat(lake.commitsOf(winner)).hasSize(1);
    assertThat(lake.direct().branch("main").findTable("labels")).isEmpty();
  }

  private Predicate<WireRequest> is(StepOfPublish step) {
    return switch (step) {
      case CREATE_STAGING ->
          request ->
              request.path().contains("name=landfall%2Fstaging")
                  || request.path().contains("name=landfall/staging");
      case COMMIT -> lake.isStage();
      case ASSIGN -> lake.isAssign();
    };
  }

  @Test
  void sixResumersLandASavedCommitOnce() throws Exception {
    SavedCommit saved = fiveOrdersAndLabels(lake.direct()).save();
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      List<Future<BranchHead>> heads = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        Project project = lake.direct();
        Callable<BranchHead> publish = () -> project.resumeCommit(saved).publish();
        heads.add(threads.submit(publish));
      }
      for (Future<BranchHead> head : heads) {
        lake.requireLandedOnce(lake.direct().resumeCommit(saved), head.get(60, TimeUnit.SECONDS));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void anAbandonedCommitNeverLandsHoweverLateItsRequestArrives() throws Exception {
    FrozenCommit commit = fiveOrdersAndLabels(lake.attempting(1, Duration.ofSeconds(2)));
    Hold assign = lake.onAssign().first().holdRequest();
    assertThat(commit.tryPublish()).isInstanceOf(PublishResult.Unknown.class);
    FrozenCommit resumed = lake.direct().resumeCommit(commit.save());

    assertThat(resumed.abandon()).isEmpty();
    assign.release();
    assign.awaitDelivery(Duration.ofSeconds(30));

    assertThat(lake.commitsOf(commit)).isEmpty();
    assertThat(resumed.abandon()).isEmpty();
    assertThat(resumed.recover()).isEmpty();
    assertThatThrownBy(resumed::publish).isInstanceOf(OperationAbandonedException.class);
    assertThatThrownBy(() -> lake.direct().resumeCommit(commit.save()).publish())
        .isInstanceOf(OperationAbandonedException.class);
  }

  @Test
  void anAbandonedReleaseNeverLandsHoweverLateItsRequestArrives() throws Exception {
    Project project = lake.attempting(1, Duration.ofSeconds(2));
    BranchHead head = project.branch("main");
    FrozenCommit release =
        head.release()
            .updateTable(head.table("orders").append(Rows.of(ServedLake.orders(10, 5))))
            .freeze();
    Hold request =
        lake.faults.on(each -> each.path().endsWith("/history/commit")).first().holdRequest();
    assertThat(release.tryPublish()).isInstanceOf(PublishResult.Unknown.class);

    assertThat(lake.direct().resumeCommit(release.save()).abandon()).isEmpty();
    request.release();
    request.awaitDelivery(Duration.ofSeconds(30));

    assertThat(lake.commitsOf(release)).isEmpty();
    assertThat(lake.direct().branch("main").table("orders").rows().count()).isEqualTo(10);
  }

  @Test
  void whatLandedCannotBeAbandoned() throws Exception {
    FrozenCommit commit = fiveOrdersAndLabels(lake.direct());
    BranchHead landed = commit.publish();
    lake.foreign.commitTo(lake.main());

    assertThat(lake.direct().resumeCommit(commit.save()).abandon().map(BranchHead::commitId))
        .contains(landed.commitId());
  }

  @Test
  void abandoningWhatTheBranchHasLeftBehindMovesNothing() {
    FrozenCommit commit = fiveOrdersAndLabels(lake.direct());
    String rivals = lake.foreign.commitTo(lake.main());

    assertThat(commit.abandon()).isEmpty();

    assertThat(lake.foreign.head(lake.main())).isEqualTo(rivals);
    assertThatThrownBy(commit::publish).isInstanceOf(BranchMovedException.class);
  }

  @Test
  void anOperationIsFoundAndFencedWhateverBranchItIsFor() throws Exception {
    Project project = lake.direct();
    BranchHead trial = project.createBranch("trial", project.branch("main"));
    FrozenCommit landed = trial.commit().renameTable("orders", "sold").freeze();
    BranchHead made = landed.publish();
    FrozenCommit pending = made.commit().dropTable("sold").freeze();

    Project forgetful = lake.forgetful();
    assertThat(forgetful.resumeCommit(landed.save()).recover().map(BranchHead::commitId))
        .contains(made.commitId());
    assertThat(forgetful.resumeCommit(landed.save()).abandon().map(BranchHead::commitId))
        .contains(made.commitId());
    assertThat(forgetful.resumeCommit(pending.save()).recover()).isEmpty();
    assertThat(forgetful.resumeCommit(pending.save()).abandon()).isEmpty();

    assertThatThrownBy(pending::publish).isInstanceOf(OperationAbandonedException.class);
    assertThat(lake.forgetful().resumeCommit(pending.save()).abandon()).isEmpty();
  }

  @Test
  void whatWasForADeletedBranchIsAbandonedWithoutATrace() throws Exception {
    Project project = lake.direct();
    BranchHead trial = project.createBranch("trial", project.branch("main"));
    FrozenCommit pending = trial.commit().dropTable("orders").freeze();
    project.deleteBranch("trial", trial.commitId());

    assertThat(pending.abandon()).isEmpty();
    assertThatThrownBy(pending::publish)
        .isInstanceOfSatisfying(
            BranchMovedException.class, moved -> assertThat(moved.actualHead()).isEmpty());
  }

  @Test
  void credentialsThatAreRefusedAreToldFromALostAnswer() {
    lake.faults.on(request -> request.path().contains("/history")).every().answer(401);

    assertThatThrownBy(() -> lake.attempting(2).branch("main"))
        .isInstanceOf(UnauthenticatedException.class);
  }

  @Test
  void anAnswerOfWhateverStandsBetweenProvesNothing() throws Exception {
    for (int status : new int[] {401, 403, 404, 409}) {
      FrozenCommit commit =
          lake.attempting(1).branch("main").commit().renameTable("orders", "t" + status).freeze();
      lake.faults.clear();
      lake.onAssign().first().applyThenAnswer(status);
      assertThat(commit.tryPublish()).isInstanceOf(PublishResult.Unknown.class);
      BranchHead head = commit.recover().orElseThrow();
      head.commit().renameTable("t" + status, "orders").publish();
    }
  }

  @Test
  void anOperationIdOfAnotherRequestIsRefused() throws Exception {
    Project project = lake.direct();
    FrozenCommit first = fiveOrdersAndLabels(project);
    BranchHead landed = first.publish();
    BranchHead trial = project.createBranch("trial", landed);

    for (BranchHead head : List.of(landed, trial, first.head())) {
      FrozenCommit other =
          head.commit().operationId(first.operationId()).dropTable("orders").freeze();
      assertThatThrownBy(other::publish).isInstanceOf(OperationMismatchException.class);
      assertThatThrownBy(other::recover).isInstanceOf(OperationMismatchException.class);
      if (!head.equals(trial)) {
        assertThatThrownBy(() -> lake.direct().resumeCommit(other.save()).publish())
            .isInstanceOf(OperationMismatchException.class);
      }
    }
    assertThat(project.branch("main")).isEqualTo(landed);
    assertThat(project.branch("trial")).isEqualTo(trial);
  }

  @Test
  void aStagingBranchThatSomebodyDeletesIsReplaced() throws Exception {
    Project project = lake.attempting(2);
    BranchHead head = fiveOrdersAndLabels(project).publish();
    for (String staging : lake.foreign.references("staging/" + lake.name)) {
      lake.foreign.delete(staging);
    }

    BranchHead next = head.commit().dropTable("labels").publish();

    assertThat(lake.direct().branch("main").commitId()).isEqualTo(next.commitId());
  }

  @Test
  void aServerThatIsNotThereHasPublishedNothing() {
    FrozenCommit commit = fiveOrdersAndLabels(lake.attempting(2));
    lake.proxy.refuseConnections();

    assertThatThrownBy(commit::publish).isInstanceOf(UnavailableException.class);
  }

  @Test
  void requestsAreAsFewAsTheyCanBe() throws Exception {
    Project project = lake.attempting(1);
    BranchHead head = fiveOrdersAndLabels(project).publish();
    // The first publish made the staging branch. From now on:
    int before = lake.proxy.requests().size();

    BranchHead pinned = project.branch("main");
    assertThat(pinned).isEqualTo(head);
    var orders = pinned.table("orders").append(Rows.of(ServedLake.orders(15, 5)));
    var labels = pinned.table("labels");
    assertThat(lake.proxy.requests()).as("a pin with its tables").hasSize(before + 1);

    FrozenCommit commit = pinned.commit().updateTable(orders).assertUnchanged(labels).freeze();
    commit.publish();
    assertThat(lake.proxy.requests()).as("a publish").hasSize(before + 3);

    commit.recover();
    assertThat(lake.proxy.requests()).as("a recover").hasSize(before + 4);

    lake.foreign.commitTo(lake.main());
    lake.foreign.commitTo(lake.main());
    project.branch("main").table("orders");
    project.branch("main").table("labels");
    assertThat(lake.proxy.requests()).as("pins of a head that is new").hasSize(before + 7);
  }

  private void await(Predicate<WireRequest> condition, int count) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                lake.proxy.requests().stream()
                        .filter(condition)
                        .filter(request -> request.deliveries() > 0)
                        .count()
                    >= count);
  }
}
