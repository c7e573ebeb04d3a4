package dev.landfall.testkit.s3;

import dev.landfall.testkit.SmallJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
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
      Path log = SmallJvm.newLog("s3");
      Process process =
          SmallJvm.ofModule("landfall.test.s3", "128m", "dev.landfall.s3server.S3Server")
              .redirectError(log.toFile())
              .start();
      return new S3Server(process, SmallJvm.awaitUri(process, log));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
