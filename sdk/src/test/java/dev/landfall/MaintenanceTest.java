package dev.landfall;

import static dev.landfall.TestLake.count;
import static dev.landfall.TestLake.file;
import static dev.landfall.TestLake.orders;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.config.TimeSource;
import dev.landfall.model.Change;
import dev.landfall.model.CommitInfo;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orphan files go by age, and what a commit reaches stays. */
class MaintenanceTest {

  private static final Duration DAY = Maintenance.LOWEST_AGE;

  @TempDir Path directory;
  private TestLake lake;

  @BeforeEach
  void open() throws PublishException {
    lake = TestLake.create(directory.resolve("lake"));
  }

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void whatAnyCommitReachesStaysAndTheRestGoes() throws Exception {
    BranchHead first = lake.main();
    BranchHead second = lake.fiveOrdersAndLabels().publish();
    Table rewritten = second.table("orders").delete(Expressions.lessThan("id", 5L));
    BranchHead third = second.commit().updateTable(rewritten).dropTable("labels").publish();
    BranchHead branch = lake.project.createBranch("gone", second);
    BranchHead onBranch = branch.commit().createTable("extra", lake.labels()).publish();
    lake.project.deleteBranch("gone", onBranch.commitId());
    Set<Path> kept = files();

    third.table("orders").append(Rows.of(orders(20, 30)));
    FrozenCommit rival = lake.main().commit().updateTable(withMore(lake.main())).freeze();
    FrozenCommit loser = lake.main().commit().updateTable(withMore(lake.main())).freeze();
    rival.publish();
    assertThat(loser.tryPublish()).isInstanceOf(PublishResult.BranchMoved.class);
    kept.addAll(filesOf(rival));
    Set<Path> all = files();
    makeOld();

    OrphanFiles found = lake.project.maintenance().findOrphanFiles(DAY);
    assertThat(files()).as("the dry run removes nothing").isEqualTo(all);
    assertThat(paths(found)).isNotEmpty().doesNotContainAnyElementsOf(kept);
    assertThat(found.bytes()).isPositive();

    assertThat(lake.project.maintenance().removeOrphanFiles(DAY)).isEqualTo(found);
    all.removeAll(paths(found));
    assertThat(files()).isEqualTo(all).containsAll(kept);
    assertThat(lake.project.maintenance().findOrphanFiles(DAY).files()).isEmpty();
    assertThat(count(first, "orders")).isEqualTo(10);
    assertThat(count(second, "orders")).isEqualTo(15);
    assertThat(count(second, "labels")).isEqualTo(3);
    assertThat(count(third, "orders")).isEqualTo(10);
    assertThat(count(lake.main(), "orders")).isEqualTo(15);
    assertThat(count(lake.project.snapshotAt(onBranch.commitId()), "extra")).isEqualTo(3);
  }

  @Test
  void b24AStagedCommitIsSparedByItsAge() throws Exception {
    FrozenCommit frozen = lake.fiveOrdersAndLabels().freeze();
    Set<Path> before = files();
    Maintenance maintenance = lake.project.maintenance();
    for (Duration tooShort :
        new Duration[] {Duration.ofHours(-1), Duration.ZERO, DAY.minusMillis(1)}) {
      assertThatThrownBy(() -> maintenance.removeOrphanFiles(tooShort))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("at least PT24H");
    }

    assertThat(maintenance.removeOrphanFiles(DAY).files()).isEmpty();

    assertThat(files()).isEqualTo(before);
    BranchHead head = frozen.publish();
    assertThat(count(head, "orders")).isEqualTo(15);
    assertThat(count(head, "labels")).isEqualTo(3);
  }

  @Test
  void b24AFileThatIsGoneIsADefiniteFailureThatNamesIt() throws Exception {
    BranchHead head = lake.main();
    FrozenCommit frozen = lake.fiveOrdersAndLabels().freeze();
    Change.Update update = (Change.Update) frozen.changes().get(0);
    Files.delete(file(update.metadataLocation()));

    assertThatThrownBy(frozen::publish)
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(update.metadataLocation());
    assertThat(lake.main()).isEqualTo(head);
    assertThat(frozen.recover()).isEmpty();
  }

  @Test
  void whatOnlyExpiredCommitsReachGoesAndTheirOutcomesStay() throws Exception {
    BranchHead first = lake.main();
    FrozenCommit frozen = lake.fiveOrdersAndLabels().freeze();
    BranchHead second = frozen.publish();
    Table compacted =
        second
            .table("orders")
            .delete(Expressions.lessThan("id", 10L))
            .edit(
                orders ->
                    orders
                        .expireSnapshots()
                        .expireOlderThan(Long.MAX_VALUE)
                        .retainLast(1)
                        .commit());
    BranchHead third = second.commit().updateTable(compacted).dropTable("labels").publish();
    long before = bytes();

    try (LandfallClient later = clientLater(DAY.plusHours(1))) {
      Project project = later.project("demo");
      Maintenance maintenance = project.maintenance();
      assertThat(maintenance.expireCommits(DAY)).isEqualTo(3);
      makeOld();
      OrphanFiles removed = maintenance.removeOrphanFiles(DAY);

      assertThat(bytes()).isEqualTo(before - removed.bytes());
      assertThat(removed.files()).anyMatch(file -> file.toString().endsWith(".parquet"));
      assertThat(count(project.branch("main"), "orders")).isEqualTo(5);
      assertThat(project.log(third)).extracting(CommitInfo::id).contains(first.commitId());
      assertThatThrownBy(() -> project.snapshotAt(first.commitId()).table("orders"))
          .isInstanceOf(NotFoundException.class)
          .hasMessageContaining("expired");
      FrozenCommit resumed = project.resumeCommit(frozen.save());
      assertThat(resumed.recover().orElseThrow().commitId()).isEqualTo(second.commitId());
      assertThat(resumed.publish().commitId()).isEqualTo(second.commitId());
      assertThat(project.branch("main").commitId()).isEqualTo(third.commitId());
    }
  }

  @Test
  void aSnapshotThatMayStillBeReadDoesNotExpire() {
    assertThatThrownBy(() -> lake.project.maintenance().expireCommits(DAY.minusMillis(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least PT24H");
    assertThat(lake.project.maintenance().expireCommits(DAY)).isZero();
  }

  @Test
  void nothingIsRemovedIfACommitCannotBeRead() throws Exception {
    BranchHead head = lake.main();
    head.table("orders").append(Rows.of(orders(10, 15)));
    Change.Create created = (Change.Create) head.commitInfo().changes().get(0);
    Files.delete(file(created.metadataLocation()));
    makeOld();
    Set<Path> before = files();

    assertThatThrownBy(() -> lake.project.maintenance().removeOrphanFiles(DAY))
        .hasMessageContaining("does not exist");
    assertThat(files()).isEqualTo(before);
  }

  private static Table withMore(BranchHead head) {
    return head.table("orders").append(Rows.of(orders(10, 15)));
  }

  private static Set<Path> filesOf(FrozenCommit commit) {
    Change.Update update = (Change.Update) commit.changes().get(0);
    return Set.of(file(update.metadataLocation()));
  }

  /** Opens the lake again, with a clock that is ahead. */
  private LandfallClient clientLater(Duration ahead) {
    lake.close();
    return LandfallClient.builder()
        .directory(directory.resolve("lake"))
        .timeSource(new TimeAhead(ahead))
        .build();
  }

  private long bytes() throws IOException {
    return files().stream().mapToLong(file -> file.toFile().length()).sum();
  }

  private static Set<Path> paths(OrphanFiles orphans) {
    return orphans.files().stream().map(Path::of).collect(toSet());
  }

  private Set<Path> files() throws IOException {
    return TestLake.filesBelow(directory.resolve("lake/projects"));
  }

  private void makeOld() throws IOException {
    FileTime old = FileTime.from(Instant.now().minus(DAY).minusSeconds(60));
    files()
        .forEach(
            file -> {
              try {
                Files.setLastModifiedTime(file, old);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private record TimeAhead(Duration ahead) implements TimeSource {

    @Override
    public Instant instant() {
      return Instant.now().plus(ahead);
    }

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      TimeSource.system().sleep(duration);
    }
  }
}
