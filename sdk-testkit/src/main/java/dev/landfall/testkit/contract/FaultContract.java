package dev.landfall.testkit.contract;

import static dev.landfall.testkit.assertions.LandfallAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.SavedCommit;
import dev.landfall.catalog.Capability;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.testkit.fault.Fault;
import dev.landfall.testkit.fault.RequestKind;
import dev.landfall.testkit.fault.SimulatedCrash;
import dev.landfall.testkit.internal.KeptOpenCatalog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The contract of calls when something goes wrong on the way to the catalog. A call is answered if
 * the catalog's own answer came through; a publish that is not answered is unknown; and the look-up
 * afterwards says whether the catalog got the request.
 */
public abstract class FaultContract extends ContractTests {

  private static final Duration FOR_AN_ANSWER = Duration.ofSeconds(20);
  private static final Duration FOR_NO_ANSWER = Duration.ofMillis(150);
  private static final Duration FOR_THE_NEXT_ANSWER = Duration.ofMillis(500);

  /** Makes the tests of a catalog. */
  protected FaultContract(CatalogUnderTest underTest) {
    super(underTest);
  }

  @EveryFault(falseAnswers = true)
  @Proves({Rule.R4, Rule.R5, Rule.R8, Rule.R2})
  void aPublishThatIsNotAnsweredIsUnknown(Fault fault) throws Exception {
    Project faulty = projectOverFaults(1, Faulted.timeout(fault, FOR_NO_ANSWER));
    FrozenCommit commit = Faulted.isWaitedFor(fault) ? creating() : creating(faulty);
    FrozenCommit sent = Faulted.isWaitedFor(fault) ? faulty.resumeCommit(commit.save()) : commit;
    Set<Path> written = Faulted.filesBelow(port().info.location());
    plan(RequestKind.PUBLISH, fault);

    PublishResult result = sent.tryPublish();

    Faulted.end(fault, faults, BOUND);
    if (Faulted.passesAnswer(fault)) {
      assertThat(result).isPublished();
    } else {
      assertThat(result).isUnknown();
    }
    requireLookUp(commit, fault.deliveries() > 0);
    assertThat(Faulted.filesBelow(port().info.location())).containsAll(written);
    BranchHead head = commit.publish();
    assertThat(head).table("t").hasRows(2);
    assertThat(project()).branch("main").hasCommits(1).landedOnce(commit.operationId());
  }

  @EveryFault
  @Proves({Rule.R2, Rule.R4, Rule.R1})
  void anotherAttemptIsAnsweredAndLandsOnce(Fault fault) throws Exception {
    FrozenCommit commit = creating();
    Project faulty = projectOverFaults(3, Faulted.timeout(fault, FOR_THE_NEXT_ANSWER));
    plan(RequestKind.PUBLISH, fault);

    assertThat(faulty.resumeCommit(commit.save()).tryPublish()).isPublished();

    Faulted.end(fault, faults, BOUND);
    assertThat(project()).branch("main").hasCommits(1).landedOnce(commit.operationId());
  }

  @EveryFault(falseAnswers = true)
  @Proves({Rule.R8, Rule.R4})
  void aLookUpOfWhatLandedIsNeverTakenForEmpty(Fault fault) throws Exception {
    FrozenCommit commit = creating();
    commit.publish();
    assertThat(lookUpUnder(fault, commit)).isSubsetOf(true);
  }

  @EveryFault
  @Proves({Rule.R8, Rule.R4})
  void aLookUpOfWhatDidNotLandIsNeverTakenForACommit(Fault fault) throws Exception {
    assertThat(lookUpUnder(fault, creating())).isSubsetOf(false);
  }

  @EveryFault
  @Proves({Rule.R8, Rule.R4})
  void anotherAttemptAnswersALookUp(Fault fault) throws Exception {
    FrozenCommit commit = creating();
    BranchHead landed = commit.publish();
    Project faulty = projectOverFaults(3, Faulted.timeout(fault, FOR_THE_NEXT_ANSWER));
    plan(RequestKind.RECOVER, fault);

    Optional<BranchHead> found = faulty.resumeCommit(commit.save()).recover();

    assertThat(found).map(BranchHead::commitId).contains(landed.commitId());
    Faulted.end(fault, faults, BOUND);
  }

  /** Returns whether a commit was found, unless the look-up had no answer. */
  private List<Boolean> lookUpUnder(Fault fault, FrozenCommit commit) throws Exception {
    FrozenCommit faulty = faulty(fault, commit);
    plan(RequestKind.RECOVER, fault);
    List<Boolean> found = new ArrayList<>();
    Throwable failure = catchThrowable(() -> found.add(faulty.recover().isPresent()));
    requireAnswerOrDoubt(fault, failure);
    Faulted.end(fault, faults, BOUND);
    return found;
  }

  @EveryFault(falseAnswers = true)
  @Needs(Capability.ABANDON)
  @Proves({Rule.R9, Rule.R4})
  void anAbandonmentThatIsNotAnsweredSaysSo(Fault fault) throws Exception {
    FrozenCommit commit = creating();
    FrozenCommit faulty = faulty(fault, commit);
    plan(RequestKind.ABANDON, fault);

    Throwable failure = catchThrowable(() -> assertThat(faulty.abandon()).isEmpty());

    requireAnswerOrDoubt(fault, failure);
    Faulted.end(fault, faults, BOUND);
    if (fault.deliveries() > 0) {
      assertThat(commit.abandon()).as("at the latest now").isEmpty();
      assertThat(commit.tryPublish()).isFailedWith(OperationAbandonedException.class);
    } else {
      assertThat(commit.tryPublish()).isPublished();
    }
  }

  @EveryFault
  @Proves(Rule.R4)
  void aReadThatIsNotAnsweredSaysSo(Fault fault) throws Exception {
    Project faulty = projectOverFaults(1, Faulted.timeout(fault, FOR_NO_ANSWER));
    plan(RequestKind.READ, fault);
    List<BranchHead> read = new ArrayList<>();

    Throwable failure = catchThrowable(() -> read.add(faulty.branch("main")));

    requireAnswerOrDoubt(fault, failure);
    read.forEach(head -> assertThat(head.commitId()).isEqualTo(port().main().head().id()));
    Faulted.end(fault, faults, BOUND);
  }

  @Test
  @Proves(Rule.R4)
  void aRefusalOfTheCatalogIsDefinite() throws Exception {
    Project faulty = projectOverFaults(1, FOR_AN_ANSWER);
    FrozenCommit commit = creating(faulty);
    plan(RequestKind.PUBLISH, Fault.Refusal.PERMISSION_DENIED);
    assertThat(commit.tryPublish()).isFailedWith(PermissionDeniedException.class);
    plan(RequestKind.PUBLISH, Fault.Refusal.TOO_BUSY);
    assertThat(commit.tryPublish()).isFailedWith(UnavailableException.class);
    requireLookUp(commit, false);
    assertThat(commit.tryPublish()).isPublished();
  }

  @Test
  @Proves(Rule.R4)
  void aLaterRefusalDoesNotMakeAnEarlierDoubtDefinite() throws Exception {
    FrozenCommit commit = creating(projectOverFaults(2, FOR_AN_ANSWER));
    plan(RequestKind.PUBLISH, Fault.Break.APPLY_THEN_DROP_ANSWER);
    faults.onPublish().second().refuse();

    PublishResult result = commit.tryPublish();

    assertThat(result).isInstanceOfAny(PublishResult.Unknown.class, PublishResult.Published.class);
    faults.assertAllHappened();
    requireLookUp(commit, true);
  }

  @Test
  @Proves({Rule.R1, Rule.R8})
  void b03ACallerThatDiedBeforeItsRequestIsFollowedByOneThatPublishes() throws Exception {
    requireSettledAfter(Fault.Crash.BEFORE_REQUEST);
  }

  @Test
  @Proves({Rule.R1, Rule.R2, Rule.R8})
  void b03ACallerThatDiedBeforeItsAnswerIsFollowedByOneThatFindsTheCommit() throws Exception {
    requireSettledAfter(Fault.Crash.AFTER_ANSWER);
  }

  private void requireSettledAfter(Fault.Crash crash) throws Exception {
    FrozenCommit commit = creating();
    String saved = commit.save().toJson();
    assertThatThrownBy(() -> publishUnder(crash, commit)).isInstanceOf(SimulatedCrash.class);

    Project next = projectIn(new KeptOpenCatalog(port().catalog), 1);
    FrozenCommit resumed = next.resumeCommit(SavedCommit.fromJson(saved));
    assertThat(resumed.recover().isPresent()).as("landed").isEqualTo(crash.deliveries() > 0);
    BranchHead settled = resumed.recoverOrPublish();
    assertThat(resumed.publish()).isEqualTo(settled);
    assertThat(next).branch("main").hasCommits(1).landedOnce(commit.operationId());
  }

  private FrozenCommit creating() {
    return creating(project());
  }

  /** Freezes the creation of a table of two rows. */
  private static FrozenCommit creating(Project project) {
    return project.branch("main").commit().createTable("t", table(project, 2)).freeze();
  }

  private FrozenCommit faulty(Fault fault, FrozenCommit commit) {
    return projectOverFaults(1, Faulted.timeout(fault, FOR_NO_ANSWER)).resumeCommit(commit.save());
  }

  private PublishResult publishUnder(Fault fault, FrozenCommit commit) throws Exception {
    FrozenCommit faulty = faulty(fault, commit);
    plan(RequestKind.PUBLISH, fault);
    PublishResult result = faulty.tryPublish();
    Faulted.end(fault, faults, BOUND);
    return result;
  }

  /** What was applied may still be on its way when its caller has given up. */
  private static void requireLookUp(FrozenCommit commit, boolean landed) {
    if (landed) {
      Faulted.await(() -> commit.recover().isPresent(), BOUND);
    }
    assertThat(commit.recover().isPresent()).as("landed").isEqualTo(landed);
  }

  private static void requireAnswerOrDoubt(Fault fault, @Nullable Throwable failure) {
    if (Faulted.passesAnswer(fault)) {
      assertThat(failure).isNull();
    } else {
      assertThat(failure).isInstanceOfAny(UnavailableException.class, ProtocolException.class);
    }
  }
}
