package dev.landfall.examples.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IcebergProgramTest {

  @TempDir Path directory;

  @Test
  void doesWhatTheReadmeSays() throws Exception {
    IcebergProgram.run(directory);

    try (LandfallClient client = LandfallClient.open(directory)) {
      Project project = client.project("demo");
      BranchHead head = project.branch("main");
      assertThat(head.table("readings").rows().count()).isEqualTo(1);
      assertThat(project.log(head)).hasSize(3);
    }
  }
}
