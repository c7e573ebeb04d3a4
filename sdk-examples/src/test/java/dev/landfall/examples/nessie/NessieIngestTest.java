package dev.landfall.examples.nessie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.config.StorageOptions;
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

      BranchHead head =
          NessieIngest.run(
              api, directory.resolve("warehouse").toString(), StorageOptions.defaults(), 3);

      requireThreeBatches(head);
    }
  }

  @Test
  void theFilesMayLieInS3() throws Exception {
    try (ServerProcess server = ServerProcess.nessie(directory.resolve("nessie.log"));
        ServerProcess s3 = ServerProcess.s3(directory.resolve("s3.log"))) {
      URI api = URI.create("nessie+" + server.uri());
      s3.createBucket("weather");
      StorageOptions storage =
          StorageOptions.defaults()
              .withS3Endpoint(s3.uri())
              .withS3PathStyleAccess()
              .withS3Credentials("key", "secret");

      BranchHead head = NessieIngest.run(api, "s3://weather/lake", storage, 3);

      requireThreeBatches(head);
      assertThat(head.commitInfo().changes().toString()).contains("s3://weather/lake/weather/");
      assertThat(directory.resolve("warehouse")).doesNotExist();
    }
  }

  private static void requireThreeBatches(BranchHead head) {
    assertThat(head.commitInfo().message()).contains("Batch 3");
    assertThat(head.commitInfo().changes()).hasSize(2);
  }
}
