package dev.landfall.testkit.nessie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.FrozenCommit;
import dev.landfall.testkit.SmallJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A {@link PublishingChild}, which goes through the proxy of a lake. */
final class PublishingProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader output;
  private final Path errors;

  private PublishingProcess(Process process, Path errors) {
    this.process = process;
    this.output = process.inputReader();
    this.errors = errors;
  }

  /**
   * Starts the process.
   *
   * @param home where its journal is to lie, and what it reports
   * @param earlier whether it is to publish something before
   */
  static PublishingProcess start(NessieLake lake, Path home, boolean earlier) throws IOException {
    Path errors = home.resolve("errors");
    Process process =
        SmallJvm.of(PublishingChild.class, lake.proxy.uri(), lake.name, journal(home), earlier)
            .redirectError(errors.toFile())
            .start();
    return new PublishingProcess(process, errors);
  }

  static Path journal(Path home) {
    return home.resolve("journal");
  }

  /** Waits for the next line, which begins with a word, and returns the rest of it. */
  String await(String word) throws IOException {
    String line = output.readLine();
    if (line == null || !line.startsWith(word)) {
      throw new AssertionError(
          "Not '" + word + "' but '" + line + "'\n" + Files.readString(errors));
    }
    return line.substring(word.length()).strip();
  }

  /** Lets the process publish a commit. */
  void publish(FrozenCommit commit) throws IOException {
    String line = commit.save().toJson().replace("\n", "") + "\n";
    process.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /** Ends the process at once, wherever it is (SIGKILL); returns when it is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
