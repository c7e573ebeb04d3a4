package dev.landfall.testkit.s3;

import static dev.landfall.testkit.s3.S3Answers.DENIED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Maintenance;
import dev.landfall.Project;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.ManualTime;
import dev.landfall.testkit.server.ServedLake;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The clean-up of files in S3 that no commit reaches. */
@ExtendWith(WithS3.class)
class S3OrphanTest {

  private static final Duration DAY = Duration.ofDays(1);

  @TempDir private Path directory;

  @Test
  void whatNoCommitReachesGoesByItsAgeAndNothingElse(S3Server server) throws Exception {
    ManualTime time = ManualTime.at(Instant.now());
    try (S3Lake lake = S3Lake.create(server, directory, time)) {
      BranchHead first = lake.main();
      lake.fiveOrdersAndLabels().publish();
      BranchHead second = lake.main();
      second.commit().dropTable("labels").publish();
      Set<String> reached = lake.keys();
      FrozenCommit unpublished =
          second
              .commit()
              .updateTable(second.table("orders").append(Rows.of(ServedLake.orders(20, 1))))
              .createTable("more", lake.project.writeTable(Rows.of(ServedLake.orders(0, 1))))
              .freeze();
      Set<String> orphans = new HashSet<>(lake.keys());
      orphans.removeAll(reached);
      Maintenance maintenance = lake.project.maintenance();

      assertThat(maintenance.removeOrphanFiles(DAY).files()).as("young ones").isEmpty();
      assertThat(lake.keys()).containsAll(orphans);

      time.advance(DAY.multipliedBy(2));
      List<String> found = maintenance.findOrphanFiles(DAY).files();
      assertThat(lake.keys()).as("after only looking").containsAll(orphans);
      assertThat(maintenance.removeOrphanFiles(DAY).files()).isEqualTo(found);

      assertThat(orphans).hasSize(8);
      assertThat(found)
          .containsExactlyInAnyOrderElementsOf(
              orphans.stream().map(key -> lake.bucket + "/" + key).toList());
      assertThat(lake.keys()).isEqualTo(reached);
      assertThat(maintenance.findOrphanFiles(DAY).files()).isEmpty();
      assertThat(unpublished.recover()).isEmpty();
      requireReadable(lake, first, second);
    }
  }

  @Test
  void whoCannotListOrReadRemovesNothing(S3Server server) throws Exception {
    ManualTime time = ManualTime.at(Instant.now());
    try (S3Lake lake = S3Lake.create(server, directory, time)) {
      lake.fiveOrdersAndLabels();
      time.advance(DAY.multipliedBy(2));
      Set<String> keys = lake.keys();
      lake.client.close();
      try (LandfallClient client =
          LandfallClient.builder()
              .directory(directory)
              .storage(S3Lake.storage(lake.proxy.uri()))
              .timeSource(time)
              .build()) {
        Maintenance maintenance = client.project("demo").maintenance();

        lake.faults.on(request -> request.path().contains("list-type")).next().answer(DENIED);
        requireFailure(maintenance, "Cannot list the files under '" + lake.warehouse + "/demo'");
        lake.faults.on(request -> request.path().contains(".avro")).every().applyThenCutAnswer();
        requireFailure(maintenance, "Cannot read file '" + lake.warehouse + "/demo");
        lake.faults.assertAllHappened();
        lake.faults.clear();
        assertThat(lake.keys()).isEqualTo(keys);

        lake.faults.on(request -> request.method().equals("DELETE")).second().answer(DENIED);
        requireFailure(maintenance, "Cannot delete file '" + lake.warehouse + "/demo");
        lake.faults.assertAllHappened();
        assertThat(lake.keys()).hasSize(keys.size() - 1);
        assertThat(maintenance.removeOrphanFiles(DAY).files()).hasSize(7);
      }
    }
  }

  private static void requireFailure(Maintenance maintenance, String words) {
    assertThatThrownBy(() -> maintenance.removeOrphanFiles(DAY))
        .isExactlyInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(words);
  }

  /** By a client that has no file in its memory. */
  private void requireReadable(S3Lake lake, BranchHead first, BranchHead second) {
    try (LandfallClient other = lake.reopen(directory)) {
      Project project = other.project("demo");
      assertThat(project.snapshotAt(first.commitId()).table("orders").rows().count()).isEqualTo(10);
      assertThat(project.snapshotAt(second.commitId()).table("orders").rows().count())
          .isEqualTo(15);
      assertThat(project.snapshotAt(second.commitId()).table("labels").rows().count()).isEqualTo(3);
      assertThat(project.branch("main").table("orders").rows().count()).isEqualTo(15);
    }
  }
}
