package dev.landfall.testkit.nessie;

import static dev.landfall.testkit.nessie.NessieLake.fiveOrdersAndLabels;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.SavedCommit;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.fault.Hold;
import dev.landfall.testkit.fault.WireRequest;
import dev.landfall.testkit.server.ServedLake;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The requests of a publish into a Nessie server, each of which may go wrong. */
class NessieStepTest extends OnNessie {

  /** The requests of a first publish that change something, in their order. */
  enum StepOfPublish {
    CREATE_STAGING,
    COMMIT,
    ASSIGN
  }

  @ParameterizedTest
  @EnumSource
  void aStepWhoseAnswerNeverComesIsSettledByAnotherClient(StepOfPublish step) throws Exception {
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
  void aStepThatNeverArrivesIsSettledByAnotherClient(StepOfPublish step) throws Exception {
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
}
