package dev.landfall.examples.nessie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.examples.process.ServerProcess;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class NessieIngestTest {

  @TempDir Path directory;

  @Test
  void eachBatchIsOneCommit() throws Exception {
    try (ServerProcess server = ServerProcess.nessie(directory.resolve("nessie.log"))) {
      URI api = URI.create("nessie+" + server.uri());

      BranchHead head = NessieIngest.run(api, directory.resolve("warehouse"), 3);

      assertThat(head.commitInfo().message()).contains("Batch 3");
      assertThat(head.commitInfo().changes()).hasSize(2);
    }
  }
}
