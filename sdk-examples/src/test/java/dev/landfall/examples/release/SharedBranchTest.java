package dev.landfall.examples.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedBranchTest {

  @TempDir Path directory;

  @Test
  void bothTeamsAndTheTableCommitsLand() throws Exception {
    SharedBranch.run(directory);

    try (LandfallClient client = LandfallClient.open(directory)) {
      Project project = client.project("shop");
      BranchHead head = project.branch("main");
      assertThat(head.table("orders").rows()).hasSize(3);
      assertThat(head.table("orders").properties()).containsEntry("owner", "sales");
      assertThat(head.table("web.visits").rows()).hasSize(2);
      assertThat(head.table("web.visits").properties()).containsEntry("owner", "web");
      assertThat(project.log(head)).hasSize(5);
    }
  }
}
