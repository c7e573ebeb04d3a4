package dev.landfall.testkit.nessie;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A Nessie server in a process of its own, on a free port of the loopback interface: its services
 * as they are published, which run on every JDK that the SDK does, with a repository in memory.
 */
final class NessieServer implements AutoCloseable {

  private static final String READY = "Serving at ";

  private final Process process;
  private final URI uri;

  private NessieServer(Process process, URI uri) {
    this.process = process;
    this.uri = uri;
  }

  /** Starts a server, and waits until it answers. */
  static NessieServer start() {
    try {
      Path program = Path.of(System.getProperty("landfall.test.nessie"));
      String classPath =
          program.resolve("target/classes")
              + File.pathSeparator
              + Files.readString(program.resolve("target/classpath")).strip();
      Path log = Files.createTempFile("nessie", ".log");
      log.toFile().deleteOnExit();
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx512m",
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-cp",
                  classPath,
                  "dev.landfall.nessieserver.NessieServer")
              .redirectError(log.toFile())
              .start();
      return new NessieServer(process, awaitUri(process, log));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URI awaitUri(Process process, Path log) throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(READY)) {
        return URI.create(line.substring(READY.length()));
      }
    }
    List<String> lines = Files.readAllLines(log);
    throw new AssertionError("Nessie did not start\n" + String.join("\n", lines));
  }

  /** Returns where its API is. */
  URI uri() {
    return uri;
  }

  /** Ends the process, which does so too when its standard input ends with this one. */
  @Override
  public void close() throws Exception {
    process.getOutputStream().close();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
