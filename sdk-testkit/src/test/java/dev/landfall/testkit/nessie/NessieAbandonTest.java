package dev.landfall.testkit.nessie;

import static dev.landfall.testkit.nessie.NessieLake.fiveOrdersAndLabels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.BranchHead;
import dev.landfall.BranchMovedException;
import dev.landfall.FrozenCommit;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.fault.Hold;
import dev.landfall.testkit.server.ServedLake;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What was abandoned in a Nessie server never lands there. */
class NessieAbandonTest extends OnNessie {

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
}
