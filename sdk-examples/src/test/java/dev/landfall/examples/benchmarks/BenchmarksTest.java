package dev.landfall.examples.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The benchmarks run; their figures are for a quiet machine, and for nobody to fail on. */
@Timeout(180)
class BenchmarksTest {

  @TempDir Path directory;

  @Test
  void thoseOfTheCatalogRunToTheEndAndCleanUp() throws Exception {
    String output = run("http", "throughput", "nessie", "--quick", "--directory=" + directory);

    assertThat(output)
        .contains(
            "| (a) publish over HTTP ", "| branch look-up over HTTP ", "| 64 ", "| nessie-client ")
        .doesNotContain("NaN", "Infinity");
    assertThat(directory).isEmptyDirectory();
  }

  private static String run(String... arguments) throws Exception {
    PrintStream shown = System.out;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
    try {
      Benchmarks.main(arguments);
    } finally {
      System.setOut(shown);
    }
    return output.toString(StandardCharsets.UTF_8);
  }
}
