package dev.landfall.examples.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The Nessie server that the build brings for tests, with a new repository in memory, in a process
 * of its own. It ends with this one.
 */
public final class NessieProcess implements AutoCloseable {

  private static final String READY = "Serving at ";

  private final Process process;
  private final URI api;

  private NessieProcess(Process process, URI api) {
    this.process = process;
    this.api = api;
  }

  /**
   * Starts a server and waits until it answers. The working directory is that of the examples, as
   * Maven has it.
   *
   * @param log what the server says; overwritten
   */
  public static NessieProcess start(Path log) throws IOException {
    Path program = Path.of("..", "sdk-testkit", "nessie", "target").toAbsolutePath().normalize();
    String classPath =
        program.resolve("classes")
            + File.pathSeparator
            + Files.readString(program.resolve("classpath")).strip();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                "dev.landfall.nessieserver.NessieServer")
            .redirectError(log.toFile())
            .start();
    return new NessieProcess(process, awaitApi(process, log));
  }

  private static URI awaitApi(Process process, Path log) throws IOException {
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(READY)) {
        return URI.create(line.substring(READY.length()));
      }
    }
    throw new IOException("Nessie did not start:\n" + Files.readString(log));
  }

  /** Returns where its API is, as in {@code http://127.0.0.1:19120/api/v2}. */
  public URI api() {
    return api;
  }

  /** Ends the server. */
  @Override
  public void close() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
