package dev.landfall.testkit.s3;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/**
 * A server that speaks S3, in a process of its own, on the loopback interface. It takes any
 * credentials, and requests in path style only. What it keeps goes with it.
 */
public final class S3Server implements AutoCloseable {

  private static final String READY = "Serving at ";

  private final OkHttpClient http = new OkHttpClient();
  private final AtomicInteger buckets = new AtomicInteger();
  private final Process process;
  private final URI endpoint;

  private S3Server(Process process, URI endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /** Starts a server without buckets, and waits until it listens. */
  public static S3Server start() {
    try {
      Path program = Path.of(System.getProperty("landfall.test.s3"));
      String classPath =
          program.resolve("target/classes")
              + File.pathSeparator
              + Files.readString(program.resolve("target/classpath")).strip();
      Path log = Files.createTempFile("s3", ".log");
      log.toFile().deleteOnExit();
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx128m",
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-cp",
                  classPath,
                  "dev.landfall.s3server.S3Server")
              .redirectError(log.toFile())
              .start();
      return new S3Server(process, awaitEndpoint(process, log));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URI awaitEndpoint(Process process, Path log) throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    if (line == null || !line.startsWith(READY)) {
      throw new AssertionError("The S3 server did not start\n" + Files.readString(log));
    }
    return URI.create(line.substring(READY.length()));
  }

  /** Returns where it is. */
  public URI endpoint() {
    return endpoint;
  }

  /** Makes a bucket that nobody else has, and returns its name. */
  public String newBucket() {
    String name = "bucket-" + buckets.incrementAndGet();
    Request request =
        new Request.Builder()
            .url(endpoint + "/" + name)
            .put(RequestBody.create(new byte[0], null))
            .build();
    try (Response response = http.newCall(request).execute()) {
      if (!response.isSuccessful()) {
        throw new AssertionError("No new bucket: " + response + " " + response.body().string());
      }
      return name;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the process, which also ends when its standard input ends with this process. */
  @Override
  public void close() throws Exception {
    process.getOutputStream().close();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
