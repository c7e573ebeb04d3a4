package dev.landfall;

import static dev.landfall.TestLake.orders;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.rows.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What no outcome, and no later commit, takes away. */
class KeptForEverTest {

  @TempDir Path directory;
  private ScriptedCatalog catalog;

  @Test
  void r5NoOutcomeDeletesAFile() throws Exception {
    try (TestLake lake = create()) {
      BranchHead pinned = lake.main();
      FrozenCommit moved = withMore(pinned).freeze();
      FrozenCommit conflicting =
          lake.project.branch("main").commit().createTable("taken", lake.labels()).freeze();
      FrozenCommit abandoned = withMore(pinned).freeze();
      FrozenCommit unknown = withMore(pinned).freeze();
      conflicting.publish();
      FrozenCommit taken = lake.main().commit().createTable("taken", lake.labels()).freeze();
      Set<Path> files = files();

      assertThat(moved.tryPublish()).isInstanceOf(PublishResult.BranchMoved.class);
      assertThat(taken.tryPublish()).isInstanceOf(PublishResult.Conflicted.class);
      assertThat(abandoned.abandon()).isEmpty();
      assertThat(abandoned.tryPublish()).isInstanceOf(PublishResult.Failed.class);
      catalog.next(ScriptedCatalog.Step.requestLost());
      assertThat(unknown.tryPublish()).isInstanceOf(PublishResult.Unknown.class);
      assertThat(unknown.recover()).isEmpty();

      assertThat(files()).isEqualTo(files);
    }
  }

  @Test
  void r10OperationsLiveAsLongAsTheirCommits() throws Exception {
    try (TestLake lake = create()) {
      List<FrozenCommit> landed = new ArrayList<>();
      List<BranchHead> heads = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        FrozenCommit commit = withMore(lake.main()).freeze();
        heads.add(commit.publish());
        landed.add(commit);
      }
      for (int i = 0; i < landed.size(); i++) {
        assertThat(landed.get(i).recover()).contains(heads.get(i));
        assertThat(landed.get(i).publish()).isEqualTo(heads.get(i));
      }
      assertThat(lake.project.log(lake.main())).hasSize(42);
    }
  }

  private TestLake create() throws PublishException {
    return TestLake.create(
        directory.resolve("lake"), opened -> catalog = new ScriptedCatalog(opened));
  }

  private static Commit withMore(BranchHead head) {
    return head.commit().updateTable(head.table("orders").append(Rows.of(orders(10, 12))));
  }

  private Set<Path> files() throws IOException {
    return TestLake.filesBelow(directory.resolve("lake/projects"));
  }
}
