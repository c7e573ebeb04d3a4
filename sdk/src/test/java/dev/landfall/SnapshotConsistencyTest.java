package dev.landfall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.rows.Rows;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Readers see all tables of a commit or none (rule R6). */
class SnapshotConsistencyTest {

  private static final int COMMITS = 500;
  private static final List<String> TABLES = List.of("a", "b", "c");

  record Round(int number) {}

  @TempDir Path directory;

  @Test
  @Timeout(value = 3, unit = TimeUnit.MINUTES)
  void aReaderOfThreeTablesNeverSeesAMixWhileAWriterPublishes() throws Exception {
    try (LandfallClient client = LandfallClient.open(directory)) {
      Project project = client.createProject("demo");
      BranchHead head = publishFirst(project);
      AtomicBoolean writing = new AtomicBoolean(true);
      CompletableFuture<Integer> reader =
          CompletableFuture.supplyAsync(() -> readUntil(writing, project));
      try {
        for (int round = 1; round <= COMMITS; round++) {
          Commit commit = head.commit();
          for (String table : TABLES) {
            commit.updateTable(head.table(table).overwrite(rows(round)));
          }
          head = commit.publish();
        }
      } finally {
        writing.set(false);
      }

      assertThat(reader.get(1, TimeUnit.MINUTES)).as("snapshots that were read").isPositive();
      assertThat(roundsOf(head)).containsExactly(COMMITS);
      assertThat(project.log(head).count()).isEqualTo(COMMITS + 2);
    }
  }

  private static BranchHead publishFirst(Project project) throws PublishException {
    Commit commit = project.branch("main").commit();
    for (String table : TABLES) {
      commit.createTable(table, project.writeTable(rows(0)));
    }
    return commit.publish();
  }

  private static int readUntil(AtomicBoolean writing, Project project) {
    int snapshots = 0;
    int last = 0;
    while (writing.get()) {
      Set<Integer> rounds = roundsOf(project.branch("main"));
      assertThat(rounds).as("rounds seen in one snapshot").hasSize(1);
      int round = rounds.iterator().next();
      assertThat(round).as("heads never go back").isGreaterThanOrEqualTo(last);
      last = round;
      snapshots++;
    }
    return snapshots;
  }

  private static Set<Integer> roundsOf(Snapshot snapshot) {
    return TABLES.stream()
        .map(
            table -> {
              try (var rows = snapshot.table(table).rows(Round.class)) {
                return rows.findFirst().orElseThrow().number();
              }
            })
        .collect(Collectors.toSet());
  }

  private static Rows rows(int round) {
    return Rows.of(List.of(new Round(round)));
  }
}
