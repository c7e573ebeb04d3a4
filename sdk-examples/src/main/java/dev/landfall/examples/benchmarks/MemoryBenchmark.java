package dev.landfall.examples.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Streams many rows into one table in a JVM of its own with a small heap. */
final class MemoryBenchmark {

  private static final String HEAP = "-Xmx256m";

  private final Path directory;
  private final int rows;

  MemoryBenchmark(Path directory, boolean quick) {
    this.directory = directory;
    this.rows = quick ? 200_000 : 10_000_000;
  }

  void run() throws IOException, InterruptedException {
    System.out.printf("%nStreaming with %s:%n", HEAP);
    Process child =
        new ProcessBuilder(
                List.of(
                    ProcessHandle.current().info().command().orElse("java"),
                    HEAP,
                    "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                    "-classpath",
                    System.getProperty("java.class.path"),
                    RowStream.class.getName(),
                    directory.resolve("memory").toString(),
                    Integer.toString(rows)))
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int exit = child.waitFor();
    if (exit != 0) {
      throw new IllegalStateException("The streaming JVM ended with exit code " + exit);
    }
  }
}
