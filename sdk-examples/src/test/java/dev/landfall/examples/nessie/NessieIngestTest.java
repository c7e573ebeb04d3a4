package dev.landfall.examples.nessie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class NessieIngestTest {

  @TempDir Path directory;

  @Test
  void eachBatchIsOneCommit() throws Exception {
    Process server = startServer();
    try {
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
      URI api = URI.create("nessie+" + out.readLine().substring("Serving at ".length()));

      BranchHead head = NessieIngest.run(api, directory.resolve("warehouse"), 3);

      assertThat(head.commitInfo().message()).contains("Batch 3");
      assertThat(head.commitInfo().changes()).hasSize(2);
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  private Process startServer() throws Exception {
    Path program = Path.of("..", "sdk-testkit", "nessie", "target").toAbsolutePath().normalize();
    String classPath =
        program.resolve("classes")
            + File.pathSeparator
            + Files.readString(program.resolve("classpath")).strip();
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath,
            "dev.landfall.nessieserver.NessieServer")
        .redirectError(directory.resolve("nessie.log").toFile())
        .start();
  }
}
