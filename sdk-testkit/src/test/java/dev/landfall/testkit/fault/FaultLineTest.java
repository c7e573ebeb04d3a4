package dev.landfall.testkit.fault;

import static dev.landfall.testkit.assertions.LandfallAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.BranchHead;
import dev.landfall.CommitJournal;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.RetryPolicy;
import dev.landfall.rows.Rows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A fault does to a call in the same process what it does to a request over HTTP. */
@Timeout(120)
class FaultLineTest {

  record Label(String text) {}

  private static final Duration BOUND = Duration.ofSeconds(20);

  @TempDir Path directory;
  private final FaultPlan faults = new FaultPlan();
  private final FaultLine line = FaultLine.inProcess(faults, Duration.ofMillis(100));
  private LandfallClient client;
  private Project project;

  @BeforeEach
  void open() {
    client =
        LandfallClient.builder()
            .directory(directory)
            .decorateCatalog(line::before)
            .retryPolicy(RetryPolicy.none())
            .build();
    project = client.createProject("demo");
  }

  @AfterEach
  void close() {
    client.close();
    line.close();
  }

  static List<Fault> faults() {
    return Fault.catalogue();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void everyFaultLeavesTheOutcomeThatItLeavesOverHttp(Fault fault) throws Exception {
    FrozenCommit commit = labels("labels");
    faults.onPublish().first().inject(fault);

    PublishResult result = commit.tryPublish();

    boolean answered =
        fault instanceof Fault.Delay
            || fault instanceof Fault.DeliverAgain
            || fault == Fault.Break.DELIVER_TWICE;
    assertThat(result)
        .isInstanceOf(answered ? PublishResult.Published.class : PublishResult.Unknown.class);
    end(fault);
    WireRequest request =
        line.requests().stream().filter(r -> r.kind() == RequestKind.PUBLISH).findFirst().get();
    assertThat(request.fault()).contains(fault);
    assertThat(request.operationId()).contains(commit.operationId());
    assertThat(request.deliveries()).isEqualTo(fault.deliveries());
    assertThat(request.serverStatuses()).hasSize(fault.deliveries()).allMatch(s -> s == 200);
    assertThat(commit.recover().isPresent()).isEqualTo(fault.deliveries() > 0);
    faults.assertAllHappened();
    assertThat(commit.tryPublish()).isPublished();
    assertThat(project).branch("main").hasCommits(1).landedOnce(commit.operationId());
  }

  @Test
  void aRefusalIsTheCatalogsOwnWord() {
    FrozenCommit commit = labels("labels");
    faults.onPublish().first().refuse();
    faults.onPublish().second().refuseAsBusy();

    assertThat(commit.tryPublish()).isFailedWith(PermissionDeniedException.class);
    assertThat(commit.tryPublish()).isFailedWith(UnavailableException.class);
    assertThat(project).branch("main").didNotLand(commit.operationId());
  }

  @Test
  void anOldRequestArrivesBetweenLaterOnes() throws Exception {
    FrozenCommit old = labels("labels");
    faults.onPublish().of(old.operationId()).first().applyThenDeliverAgainAfter(2);
    old.publish();
    labels("more").publish();
    assertThat(faults.pending()).hasSize(1);

    BranchHead last = labels("most").publish();

    faults.assertAllHappened();
    assertThat(line.requests())
        .filteredOn(request -> request.kind() == RequestKind.PUBLISH)
        .extracting(WireRequest::deliveries)
        .containsExactly(2, 1, 1);
    assertThat(project.branch("main")).isEqualTo(last);
    assertThat(project).branch("main").hasCommits(3).landedOnce(old.operationId());
  }

  @Test
  void aCrashLeavesWhatAJournalSettlesAfterwards(@TempDir Path journals) throws Exception {
    FrozenCommit landed = labels("labels");
    FrozenCommit lost = labels("more");
    faults.onPublish().first().applyThenCrash();
    faults.onPublish().second().crash();
    for (FrozenCommit commit : List.of(landed, lost)) {
      try (CommitJournal journal = CommitJournal.open(journals, project)) {
        assertThatThrownBy(() -> journal.publish(commit))
            .isInstanceOf(SimulatedCrash.class)
            .hasMessageContaining("as the fault plan says");
      }
    }
    assertThat(project).branch("main").landedOnce(landed.operationId());
    assertThat(project).branch("main").didNotLand(lost.operationId());

    try (CommitJournal journal = CommitJournal.open(journals, project)) {
      assertThat(journal.recoverAll()).hasSize(2);
    }

    faults.assertAllHappened();
    assertThat(project).branch("main").landedOnce(landed.operationId()).hasCommits(1);
  }

  @Test
  void readsAndLookUpsAreHitToo() {
    faults.onRead().first().closeAfterRequest();
    faults.onRecover().first().answer(503);

    assertThatThrownBy(() -> project.branch("main")).isInstanceOf(UnavailableException.class);
    FrozenCommit commit = labels("labels");
    assertThatThrownBy(commit::recover).isInstanceOf(UnavailableException.class);
    faults.assertAllHappened();
  }

  private FrozenCommit labels(String name) {
    return project
        .branch("main")
        .commit()
        .createTable(name, project.writeTable(Rows.of(List.of(new Label("car")))))
        .freeze();
  }

  private static void end(Fault fault) throws Exception {
    Hold hold =
        fault instanceof Fault.Held held
            ? held.hold()
            : fault instanceof Fault.DeliverAgain again ? again.hold() : null;
    if (hold != null) {
      hold.release();
      hold.awaitDelivery(BOUND);
    }
  }
}
