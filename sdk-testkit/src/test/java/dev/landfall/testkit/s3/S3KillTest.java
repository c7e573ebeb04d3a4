package dev.landfall.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.CommitJournal;
import dev.landfall.JournalRecovery;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.Snapshot;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.TableName;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.SmallJvm;
import dev.landfall.testkit.SomeCases;
import dev.landfall.testkit.fault.Hold;
import dev.landfall.testkit.s3.KilledChild.Stop;
import dev.landfall.testkit.server.ServedLake;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process that is killed while it writes to S3 and publishes: its commit is whole, or not there,
 * and can be made to land once.
 */
@ExtendWith(WithS3.class)
@Timeout(300)
class S3KillTest {

  private static final Duration BOUND = Duration.ofSeconds(60);

  /** When the process dies. */
  enum Moment {
    BEFORE_S3_HAS_THE_REQUEST,
    AFTER_S3_HAS_APPLIED_IT
  }

  @TempDir private Path directory;
  private S3Server server;
  private int round;

  @BeforeEach
  void take(S3Server shared) {
    server = shared;
  }

  @ParameterizedTest
  @EnumSource
  void whoIsKilledWhileAFileIsStoredHasPublishedNothing(Moment moment) throws Exception {
    int puts = putsOfAnUndisturbedRun();
    assertThat(puts).isPositive();
    for (int n : SomeCases.oneOf(3, IntStream.rangeClosed(1, puts).boxed().toList())) {
      try (S3Lake lake = newLake()) {
        Hold hold =
            moment == Moment.BEFORE_S3_HAS_THE_REQUEST
                ? lake.onPut().nth(n).holdRequest()
                : lake.onPut().nth(n).holdAnswer();
        try (Child child = start(lake, Stop.NEVER)) {
          hold.awaitArrival(BOUND);
          child.kill();
        }
        hold.release();
        hold.awaitDelivery(BOUND);

        try (LandfallClient next = lake.reopen(catalog())) {
          Project project = next.project("demo");
          assertThat(addLabels(project)).isZero();
          requireWhole(lake, project, 10);
          assertThat(recover(project)).isEmpty();
          ServedLake.fiveOrdersAndLabels(project, project.branch("main")).publish();
        }
        requireLandedOnce(lake);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = "NEVER", mode = EnumSource.Mode.EXCLUDE)
  void whatWasSavedLandsOnceWithAllItsRows(Stop stop) throws Exception {
    try (S3Lake lake = newLake()) {
      try (Child child = start(lake, stop)) {
        child.awaitStop();
        child.kill();
      }

      try (LandfallClient next = lake.reopen(catalog())) {
        Project project = next.project("demo");
        boolean landed = stop == Stop.AFTER_PUBLISH;
        assertThat(addLabels(project)).isEqualTo(landed ? 1 : 0);
        requireWhole(lake, project, landed ? 15 : 10);
        assertThat(recover(project))
            .singleElement()
            .isInstanceOfSatisfying(
                JournalRecovery.Settled.class,
                settled ->
                    assertThat(settled.result()).isInstanceOf(PublishResult.Published.class));
        assertThat(recover(project)).isEmpty();
      }
      requireLandedOnce(lake);
    }
  }

  private int putsOfAnUndisturbedRun() throws Exception {
    try (S3Lake lake = newLake()) {
      int before = lake.proxy.requests().size();
      try (Child child = start(lake, Stop.NEVER)) {
        child.requireSuccess();
      }
      int puts = (int) lake.requestsFrom(before).stream().filter(S3Lake::isPut).count();
      requireLandedOnce(lake);
      return puts;
    }
  }

  /** Requires all rows of the one commit, for another new process, and that more can follow. */
  private void requireLandedOnce(S3Lake lake) throws Exception {
    try (LandfallClient next = lake.reopen(catalog())) {
      Project project = next.project("demo");
      assertThat(addLabels(project)).isEqualTo(1);
      S3Lake.requireLanded(project.branch("main"));
      project
          .branch("main")
          .commit()
          .updateTable(
              project.branch("main").table("orders").append(Rows.of(ServedLake.orders(20, 1))))
          .publish();
      requireWhole(lake, project, 16);
    }
  }

  private static long addLabels(Project project) {
    return project
        .log(project.branch("main"))
        .map(CommitInfo::message)
        .filter(message -> message.equals(Optional.of("Add labels")))
        .count();
  }

  private List<JournalRecovery> recover(Project project) {
    try (CommitJournal journal = CommitJournal.open(journal(), project)) {
      return journal.recoverAll();
    }
  }

  /** Requires that S3 has every file that a commit of the branch reaches, and so many orders. */
  private static void requireWhole(S3Lake lake, Project project, int orders) throws Exception {
    Set<String> stored =
        lake.keys().stream().map(key -> lake.bucket + "/" + key).collect(Collectors.toSet());
    for (CommitInfo commit : project.log(project.branch("main")).toList()) {
      Snapshot snapshot = project.snapshotAt(commit.id());
      for (TableName name : snapshot.tables().toList()) {
        assertThat(stored)
            .contains(snapshot.findEntry(name.toString()).orElseThrow().metadataLocation())
            .containsAll(files(snapshot.table(name.toString()).iceberg()));
      }
    }
    assertThat(project.branch("main").table("orders").rows().count()).isEqualTo(orders);
  }

  private static List<String> files(Table table) throws IOException {
    org.apache.iceberg.Snapshot current = table.currentSnapshot();
    List<String> files = new ArrayList<>();
    files.add(current.manifestListLocation());
    current.allManifests(table.io()).forEach(manifest -> files.add(manifest.path()));
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      tasks.forEach(task -> files.add(task.file().location()));
    }
    return files;
  }

  /** Makes a lake of this round's own, which no client has open. */
  private S3Lake newLake() throws Exception {
    round++;
    S3Lake lake = S3Lake.create(server, catalog());
    lake.client.close();
    return lake;
  }

  private Path catalog() {
    return directory.resolve("lake-" + round);
  }

  private Path journal() {
    return directory.resolve("journal-" + round);
  }

  private Child start(S3Lake lake, Stop stop) throws IOException {
    return new Child(
        SmallJvm.of(KilledChild.class, catalog(), lake.proxy.uri(), journal(), stop.name())
            .redirectError(directory.resolve("child.log").toFile())
            .start());
  }

  private record Child(Process process) implements AutoCloseable {

    void awaitStop() throws IOException {
      assertThat(process.inputReader().readLine()).isEqualTo("stopped");
    }

    void requireSuccess() throws InterruptedException {
      assertThat(process.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    }

    /** Kills it as SIGKILL does. */
    void kill() throws InterruptedException {
      assertThat(process.isAlive()).isTrue();
      assertThat(process.destroyForcibly().waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
