package dev.landfall.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that logs all that Landfall has to say, and in whose output no token stands. */
class SecretsTest {

  private static final String MARKER = "s3cret-marker";

  @TempDir Path directory;

  @Test
  void noTokenIsToBeSeen() throws Exception {
    Path output = directory.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Dorg.slf4j.simpleLogger.log.dev.landfall=trace",
            "-cp",
            System.getProperty("java.class.path"),
            SecretsChild.class.getName(),
            directory.resolve("lake").toString());
    builder.environment().put("GOOD_TOKEN", MARKER + "-good");
    builder.environment().put("BAD_TOKEN", MARKER + "-bad");
    Process child = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      assertThat(child.waitFor(90, TimeUnit.SECONDS)).isTrue();
    } finally {
      child.destroyForcibly();
    }

    String text = Files.readString(output);
    assertThat(child.exitValue()).as(tail(text)).isZero();
    List<String> signs =
        List.of(
            "OutcomeUnknownException",
            "UnauthenticatedException",
            "request id",
            "DEBUG",
            "The catalog gave StorageAccess[",
            "Cannot store file 's3://bucket/lake/");
    assertThat(signs).as("what shows that all was gone through").allMatch(text::contains);
    assertThat(text.lines().filter(line -> line.contains(MARKER))).isEmpty();
  }

  private static String tail(String text) {
    return text.substring(Math.max(0, text.length() - 4000));
  }
}
