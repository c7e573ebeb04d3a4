package dev.landfall.testkit.nessie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.CommitJournal;
import dev.landfall.FrozenCommit;
import dev.landfall.JournalRecovery;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.Snapshot;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.testkit.SomeCases;
import dev.landfall.testkit.fault.FaultChoice;
import dev.landfall.testkit.fault.Hold;
import dev.landfall.testkit.fault.WireRequest;
import dev.landfall.testkit.nessie.Kill.Moment;
import dev.landfall.testkit.nessie.Kill.Rival;
import dev.landfall.testkit.nessie.Kill.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A process is killed at each request of a publish; somebody else may move the branch; and then
 * another process settles the commit from the journal.
 */
@ExtendWith(WithNessie.class)
@Timeout(120)
class NessieKillTest {

  private static final Duration BOUND = Duration.ofSeconds(30);

  @TempDir static Path directory;

  static Stream<Kill> kills(NessieServer server) throws Exception {
    List<Kill> kills = new ArrayList<>();
    for (Work work : Work.values()) {
      try (NessieLake lake = NessieLake.create(server, directory)) {
        kills.addAll(new KillMatrix(work, lake).kills(newHome()));
      }
    }
    assertThat(kills).extracting(Kill::hasLanded).contains(true, false);
    return SomeCases.oneOf(3, kills).stream();
  }

  @ParameterizedTest
  @MethodSource("kills")
  void anotherProcessSettlesWhatAKilledOneLeft(Kill kill, NessieServer server) throws Exception {
    Path home = newHome();
    try (NessieLake lake = NessieLake.create(server, directory)) {
      Project project = lake.direct();
      FrozenCommit commit;
      @Nullable Hold late;
      try (PublishingProcess process = KillMatrix.start(lake, kill.work(), home)) {
        commit = lake.fiveOrdersAndLabels(kill.work() == Work.RELEASE);
        late = killAt(kill, lake, process, commit);
      }
      CommitId left = lake.headOfMain();
      assertThat(!left.equals(commit.head().commitId())).as("landed").isEqualTo(kill.hasLanded());
      move(kill.rival(), lake);
      CommitId base = kill.hasLanded() ? commit.head().commitId() : lake.headOfMain();

      assertThat(lookUp(project, commit))
          .isEqualTo(kill.hasLanded() ? Optional.of(left) : Optional.empty());
      requireOutcome(kill, settleJournal(project, home));
      if (late != null) {
        late.release();
        late.awaitDelivery(BOUND);
      }

      List<CommitInfo> landed = lake.commitsOf(commit);
      assertThat(lookUp(project, commit)).isEqualTo(landed.stream().map(CommitInfo::id).findAny());
      assertThat(landed).hasSize(kill.lands() ? 1 : 0);
      landed.forEach(each -> requireWhole(each, base, project));
      requireNothingElse(kill, project, commit);
    }
  }

  private static Path newHome() throws IOException {
    return Files.createDirectory(directory.resolve(UUID.randomUUID().toString()));
  }

  /** Lets the publish come to its step, and kills the process there. */
  private static @Nullable Hold killAt(
      Kill kill, NessieLake lake, PublishingProcess process, FrozenCommit commit) throws Exception {
    int number = lake.proxy.requests().size() + kill.step();
    FaultChoice there = lake.faults.onAny().nth(kill.step());
    @Nullable Hold late = null;
    switch (kill.moment()) {
      case BEFORE -> there.stall();
      case AFTER -> there.applyThenStall();
      case LATE -> late = there.holdRequest();
    }
    process.publish(commit);
    Awaitility.await()
        .atMost(BOUND)
        .until(
            () ->
                lake.proxy.requests().stream()
                    .anyMatch(request -> hasCome(request, number, kill.moment())));
    if (late != null) {
      late.awaitArrival(BOUND);
    }
    process.kill();
    return late;
  }

  private static boolean hasCome(WireRequest request, int number, Moment moment) {
    return request.number() == number
        && (moment != Moment.AFTER || !request.serverStatuses().isEmpty());
  }

  private static void move(Rival rival, NessieLake lake) {
    switch (rival) {
      case NOBODY -> {}
      case ELSEWHERE -> lake.foreign.commitTo(lake.main());
      case SAME_TABLE -> lake.foreign.drop(lake.main(), List.of("default", "orders"));
    }
  }

  private static Optional<CommitId> lookUp(Project project, FrozenCommit commit) {
    return project.resumeCommit(commit.save()).recover().map(BranchHead::commitId);
  }

  private static PublishResult settleJournal(Project project, Path home) {
    try (CommitJournal journal = CommitJournal.open(PublishingProcess.journal(home), project)) {
      List<JournalRecovery> settled = journal.recoverAll();
      assertThat(settled).singleElement().isInstanceOf(JournalRecovery.Settled.class);
      assertThat(journal.recoverAll()).isEmpty();
      return ((JournalRecovery.Settled) settled.get(0)).result();
    }
  }

  private static void requireOutcome(Kill kill, PublishResult result) {
    if (kill.lands()) {
      assertThat(result)
          .isInstanceOfSatisfying(
              PublishResult.Published.class,
              published -> assertThat(published.replayed()).isEqualTo(kill.hasLanded()));
    } else {
      assertThat(result)
          .isInstanceOf(
              kill.work() == Work.RELEASE
                  ? PublishResult.Conflicted.class
                  : PublishResult.BranchMoved.class);
    }
  }

  private static void requireWhole(CommitInfo landed, CommitId base, Project project) {
    assertThat(landed.parent()).contains(base);
    Snapshot made = project.snapshotAt(landed.id());
    assertThat(made.table("orders").rows().count()).isEqualTo(15);
    assertThat(made.table("labels").rows().count()).isEqualTo(3);
  }

  /** Since its head, the branch has but the commit, the rival's, and a fence against a release. */
  private static void requireNothingElse(Kill kill, Project project, FrozenCommit commit) {
    boolean fenced = !kill.lands() && kill.work() == Work.RELEASE;
    long expected =
        Stream.of(kill.lands(), kill.rival() != Rival.NOBODY, fenced).filter(each -> each).count();
    assertThat(
            project
                .log(project.branch("main"))
                .takeWhile(each -> !each.id().equals(commit.head().commitId())))
        .hasSize((int) expected);
  }
}
