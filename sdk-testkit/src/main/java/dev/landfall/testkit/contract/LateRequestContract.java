package dev.landfall.testkit.contract;

import static dev.landfall.testkit.assertions.LandfallAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.Project;
import dev.landfall.catalog.Capability;
import dev.landfall.testkit.fault.Hold;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The contract of requests that arrive late: after their caller has given up, or once more. */
public abstract class LateRequestContract extends ContractTests {

  private static final Duration FOR_NO_ANSWER = Duration.ofMillis(150);

  /** Makes the tests of a catalog. */
  protected LateRequestContract(CatalogUnderTest underTest) {
    super(underTest);
  }

  @Test
  @Proves(Rule.R2)
  void b09ALateRequestIsAnsweredWithWhatTheSecondSendMade() throws Exception {
    FrozenCommit commit = creating("t");
    Hold late = publishParked(commit);
    assertThat(commit.recover()).isEmpty();
    BranchHead landed = commit.publish();

    deliver(late);
    assertThat(project()).branch("main").hasCommits(1).landedOnce(commit.operationId());
    assertThat(commit.recover()).contains(landed);
  }

  @Test
  @Proves(Rule.R3)
  void b09ALateRequestIsRefusedOnceOtherWorkHasLanded() throws Exception {
    FrozenCommit commit = creating("t");
    Hold late = publishParked(commit);
    BranchHead other = creating("u").publish();

    deliver(late);
    assertThat(project().branch("main")).isEqualTo(other);
    assertThat(project()).branch("main").didNotLand(commit.operationId());
    assertThat(commit.recover()).isEmpty();
    assertThat(commit.tryPublish()).isBranchMoved();
  }

  @Test
  @Proves(Rule.R8)
  void b09ALateRequestThatLandsFirstIsFound() throws Exception {
    FrozenCommit commit = creating("t");
    FrozenCommit other = creating("u");
    Hold late = publishParked(commit);

    deliver(late);
    assertThat(other.tryPublish()).isBranchMoved();
    assertThat(commit.recover()).contains(project().branch("main"));
  }

  @Test
  @Needs(Capability.ABANDON)
  @Proves(Rule.R9)
  void aLateRequestOfAnAbandonedOperationNeverLands() throws Exception {
    FrozenCommit commit = creating("t");
    Hold late = publishParked(commit);
    assertThat(commit.abandon()).isEmpty();

    deliver(late);
    assertThat(project()).branch("main").hasCommits(0).didNotLand(commit.operationId());
    assertThat(commit.recover()).isEmpty();
    assertThat(creating("t").publish()).hasOnlyTables("t");
  }

  @Test
  @Needs({Capability.ABANDON, Capability.RELEASE})
  @Proves({Rule.R9, Rule.RELEASES})
  void aLateReleaseOfAnAbandonedOperationNeverLands() throws Exception {
    FrozenCommit release = releasing("t");
    Hold late = publishParked(release);
    assertThat(release.abandon()).isEmpty();
    BranchHead other = creating("u").publish();

    deliver(late);
    assertThat(project().branch("main")).isEqualTo(other);
    assertThat(release.recover()).isEmpty();
  }

  @Test
  @Needs(Capability.RELEASE)
  @Proves({Rule.R2, Rule.RELEASES})
  void aLateReleaseIsAnsweredWithWhatTheSecondSendMade() throws Exception {
    FrozenCommit release = releasing("t");
    Hold late = publishParked(release);
    creating("u").publish();
    BranchHead landed = release.publish();

    deliver(late);
    assertThat(project().branch("main")).isEqualTo(landed);
    assertThat(project()).branch("main").hasCommits(2).landedOnce(release.operationId());
  }

  @Test
  @Needs({Capability.ABANDON, Capability.RELEASE})
  @Proves({Rule.R3, Rule.R9, Rule.RELEASES})
  void aReleaseThatConflictedNeverLandsWhenTheConflictHasPassed() throws Exception {
    Project faulty = projectOverFaults(1, FOR_NO_ANSWER);
    FrozenCommit release = faulty.resumeCommit(releasing("t").save());
    Hold late = parked();
    assertThat(release.tryPublish()).isUnknown();
    late.awaitArrival(BOUND);
    creating("t").publish();
    assertThat(release.tryPublish()).isConflictedOn("t");
    // Pinned again: to be sure of the conflict, the catalog may have put a fence onto the branch.
    BranchHead free = project().branch("main").commit().dropTable("t").publish();

    deliver(late);
    assertThat(project().branch("main")).isEqualTo(free);
    assertThat(release.recover()).isEmpty();
  }

  @Test
  @Proves(Rule.R2)
  void aRequestThatIsDeliveredAgainAfterOthersChangesNothing() throws Exception {
    FrozenCommit commit = creating("t");
    Project faulty = projectOverFaults(1, BOUND);
    note("applyThenDeliverAgain() on PUBLISH");
    Hold again = faults.onPublish().first().applyThenDeliverAgain();
    BranchHead landed = faulty.resumeCommit(commit.save()).publish();
    BranchHead other = creating("u").publish();

    deliver(again);
    assertThat(project().branch("main")).isEqualTo(other);
    assertThat(project()).branch("main").hasCommits(2).landedOnce(commit.operationId());
    assertThat(commit.recover().orElseThrow().commitId()).isEqualTo(landed.commitId());
  }

  private FrozenCommit creating(String name) {
    BranchHead main = project().branch("main");
    return main.commit().createTable(name, table(project(), 1)).freeze();
  }

  private FrozenCommit releasing(String name) {
    BranchHead main = project().branch("main");
    return main.release().createTable(name, table(project(), 1)).freeze();
  }

  /** Publishes through a caller that gives up while the request is still on its way. */
  private Hold publishParked(FrozenCommit commit) throws InterruptedException {
    Project faulty = projectOverFaults(1, FOR_NO_ANSWER);
    Hold late = parked();
    assertThat(faulty.resumeCommit(commit.save()).tryPublish()).isUnknown();
    late.awaitArrival(BOUND);
    return late;
  }

  private Hold parked() {
    note("holdRequest() on PUBLISH");
    return faults.onPublish().first().holdRequest();
  }

  private void deliver(Hold late) throws InterruptedException {
    late.release();
    late.awaitDelivery(BOUND);
  }
}
