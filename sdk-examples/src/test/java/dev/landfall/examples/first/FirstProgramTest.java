package dev.landfall.examples.first;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstProgramTest {

  @TempDir Path directory;

  @Test
  void doesWhatTheReadmeSays() throws Exception {
    FirstProgram.run(directory);

    try (LandfallClient client = LandfallClient.open(directory)) {
      Project project = client.project("demo");
      BranchHead head = project.branch("main");
      assertThat(head.table("frames").rows().count()).isEqualTo(2);
      assertThat(head.table("labels").rows().count()).isEqualTo(2);
      FirstProgram.readBack(project);
      FirstProgram.branch(project);
      assertThat(project.branches()).singleElement().isEqualTo(head);
    }
  }
}
