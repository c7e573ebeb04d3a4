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
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.UnauthenticatedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.Change;
import dev.landfall.testkit.fault.FaultChoice;
import dev.landfall.testkit.fault.Hold;
import dev.landfall.testkit.fault.WireRequest;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is known of a publish into a Nessie server, and that it stays so. */
class NessieOutcomeTest extends OnNessie {

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

  @Test
  void sixProcessesLandASavedCommitOnce(@TempDir Path homes) throws Exception {
    FrozenCommit commit = fiveOrdersAndLabels(lake.direct());
    List<PublishingProcess> processes = new ArrayList<>();
    try {
      for (int i = 0; i < 6; i++) {
        Path home = Files.createDirectory(homes.resolve("home-" + i));
        processes.add(PublishingProcess.start(lake, home, false));
      }
      for (PublishingProcess process : processes) {
        process.await("ready");
      }
      for (PublishingProcess process : processes) {
        process.publish(commit);
      }
      for (PublishingProcess process : processes) {
        String published = process.await("published");
        assertThat(published).isEqualTo(lake.headOfMain().value());
      }
    } finally {
      for (PublishingProcess process : processes) {
        process.close();
      }
    }
    lake.requireLandedOnce(commit, lake.direct().branch("main"));
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
  void aServerThatIsNotThereHasPublishedNothing() {
    FrozenCommit commit = fiveOrdersAndLabels(lake.attempting(2));
    lake.proxy.refuseConnections();

    assertThatThrownBy(commit::publish).isInstanceOf(UnavailableException.class);
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
