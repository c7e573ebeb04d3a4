package dev.landfall.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.LandfallClient;
import dev.landfall.config.StorageOptions;
import dev.landfall.examples.process.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The main job with its files in S3. The keys come from where AWS looks by default. */
@Timeout(120)
class QuickstartInS3Test {

  @TempDir Path directory;

  @BeforeEach
  void giveKeys() {
    System.setProperty("aws.accessKeyId", "key");
    System.setProperty("aws.secretAccessKey", "secret");
  }

  @AfterEach
  void takeKeys() {
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
  }

  @Test
  void itGoesOnWhereTheLastRunEnded() throws Exception {
    Path lake = directory.resolve("lake");
    try (ServerProcess s3 = ServerProcess.s3(directory.resolve("s3.log"))) {
      s3.createBucket("flights");
      String warehouse = "s3://flights/lake";

      Quickstart.main(new String[] {lake.toString(), "1", warehouse, s3.uri().toString()});
      Quickstart.main(new String[] {lake.toString(), "2", warehouse, s3.uri().toString()});

      try (LandfallClient client =
          LandfallClient.builder()
              .directory(lake)
              .storage(StorageOptions.defaults().withS3Endpoint(s3.uri()).withS3PathStyleAccess())
              .build()) {
        var project = client.project("flights");
        assertThat(project.location()).isEqualTo(warehouse + "/flights");
        assertThat(History.months(project, project.branch("main"))).hasSize(3);
      }
    }
    assertThat(Files.exists(lake.resolve("projects"))).isFalse();
  }
}
