package dev.landfall.examples.objectstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.examples.process.JavaProcess;
import dev.landfall.examples.process.ServerProcess;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class BucketProgramTest {

  @TempDir Path directory;

  /** In a process of its own, as the keys are in its environment. */
  @Test
  void theKeysComeFromTheEnvironment() throws Exception {
    try (ServerProcess s3 = ServerProcess.s3(directory.resolve("s3.log"))) {
      s3.createBucket("site");
      JavaProcess program =
          new JavaProcess(
              BucketProgram.class,
              directory,
              Map.of("AWS_ACCESS_KEY_ID", "key", "AWS_SECRET_ACCESS_KEY", "secret"));

      assertThat(program.run("", "lake", "s3://site/lake", s3.uri())).isZero();
      assertThat(program.run("", "lake", "s3://site/lake", s3.uri())).isZero();
    }
  }

  @Test
  void theCatalogTellsTheWay() throws Exception {
    try (ServerProcess s3 = ServerProcess.s3(directory.resolve("s3.log"))) {
      s3.createBucket("site");
      JavaProcess program =
          new JavaProcess(
              ServedBucket.class,
              directory,
              Map.of(
                  "AWS_ACCESS_KEY_ID", "key",
                  "AWS_SECRET_ACCESS_KEY", "secret",
                  "CLIENT_KEY_ID", "client",
                  "CLIENT_SECRET_KEY", "secret"));

      assertThat(program.run("", "lake", "s3://site/lake", s3.uri())).isZero();
    }
  }
}
