package dev.landfall.examples.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A server that the build brings for tests, with nothing in it yet, in a process of its own. It
 * ends with this one.
 */
public final class ServerProcess implements AutoCloseable {

  private static final String READY = "Serving at ";

  private final Process process;
  private final URI uri;

  private ServerProcess(Process process, URI uri) {
    this.process = process;
    this.uri = uri;
  }

  /**
   * Starts a Nessie server and waits until it answers. The working directory is that of the
   * examples, as Maven has it.
   *
   * @param log what the server says; overwritten
   */
  public static ServerProcess nessie(Path log) throws IOException {
    return start("nessie", "dev.landfall.nessieserver.NessieServer", log);
  }

  /**
   * Starts a server that speaks S3, as {@link #nessie} does. It takes any credentials, and requests
   * in path style only.
   */
  public static ServerProcess s3(Path log) throws IOException {
    return start("s3", "dev.landfall.s3server.S3Server", log);
  }

  private static ServerProcess start(String module, String program, Path log) throws IOException {
    Path target = Path.of("..", "sdk-testkit", module, "target").toAbsolutePath().normalize();
    String classPath =
        target.resolve("classes")
            + File.pathSeparator
            + Files.readString(target.resolve("classpath")).strip();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                program)
            .redirectError(log.toFile())
            .start();
    return new ServerProcess(process, awaitUri(process, log));
  }

  private static URI awaitUri(Process process, Path log) throws IOException {
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(READY)) {
        return URI.create(line.substring(READY.length()));
      }
    }
    throw new IOException("The server did not start:\n" + Files.readString(log));
  }

  /** Returns where it is: of Nessie its API, as in {@code http://127.0.0.1:19120/api/v2}. */
  public URI uri() {
    return uri;
  }

  /** Makes a bucket in a server that speaks S3. */
  public void createBucket(String name) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(uri + "/" + name))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    int status =
        HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.discarding())
            .statusCode();
    if (status != 200) {
      throw new IOException("Cannot make bucket " + name + ": status " + status);
    }
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
