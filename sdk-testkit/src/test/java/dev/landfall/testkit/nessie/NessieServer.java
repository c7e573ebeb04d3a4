package dev.landfall.testkit.nessie;

import dev.landfall.testkit.SmallJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.awaitility.Awaitility;

/** A Nessie server in a process of its own, on the loopback interface. */
final class NessieServer implements AutoCloseable {

  private final Process process;
  private final URI uri;

  private NessieServer(Process process, URI uri) {
    this.process = process;
    this.uri = uri;
  }

  /** Starts a server with a repository in memory, and waits until it answers. */
  static NessieServer start() {
    try {
      return delivered().isPresent()
          ? startDelivered(freePort(), List.of("-Dnessie.version.store.type=IN_MEMORY"))
          : startServices();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the server as it is delivered, with its repository in a directory. */
  static NessieServer start(Path database, int port) throws IOException {
    return startDelivered(
        port,
        List.of(
            "-Dnessie.version.store.type=ROCKSDB",
            "-Dnessie.version.store.persist.rocks.database-path=" + database));
  }

  /** Starts the server as it is delivered, with its repository in a PostgreSQL database. */
  static NessieServer startOnPostgres(String address, int port) throws IOException {
    return startDelivered(
        port,
        List.of(
            "-Dnessie.version.store.type=JDBC2",
            "-Dnessie.version.store.persist.jdbc.datasource=postgresql",
            "-Dquarkus.datasource.postgresql.active=true",
            "-Dquarkus.datasource.postgresql.jdbc.url=" + address));
  }

  /**
   * Starts the server as it is delivered, with a repository in memory, and with Iceberg's REST
   * protocol for the tables of a warehouse in S3.
   */
  static NessieServer startWithIcebergRest(URI s3, String warehouse, int port) throws IOException {
    String catalog = "-Dnessie.catalog.";
    String options = catalog + "service.s3.default-options.";
    return startDelivered(
        port,
        List.of(
            "-Dnessie.version.store.type=IN_MEMORY",
            catalog + "default-warehouse=lake",
            catalog + "warehouses.lake.location=" + warehouse,
            options + "endpoint=" + s3,
            options + "path-style-access=true",
            options + "region=us-east-1",
            // Its requests to sign are not those that Iceberg's client makes.
            options + "request-signing-enabled=false",
            options + "access-key=urn:nessie-secret:quarkus:test.s3",
            "-Dtest.s3.name=key",
            "-Dtest.s3.secret=secret"));
  }

  /** Starts Nessie's services as they are published, which run on every JDK that the SDK does. */
  private static NessieServer startServices() throws IOException {
    Path log = SmallJvm.newLog("nessie");
    Process process =
        SmallJvm.ofModule("landfall.test.nessie", "512m", "dev.landfall.nessieserver.NessieServer")
            .redirectError(log.toFile())
            .start();
    return new NessieServer(process, SmallJvm.awaitUri(process, log));
  }

  private static NessieServer startDelivered(int port, List<String> store) throws IOException {
    Path log = SmallJvm.newLog("nessie");
    ProcessBuilder builder =
        new ProcessBuilder(
            System.getProperty("landfall.test.nessie.java", javaHere()),
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Dquarkus.http.host=127.0.0.1",
            "-Dquarkus.http.port=" + port,
            "-Dquarkus.management.host=127.0.0.1",
            "-Dquarkus.management.port=0",
            "-Dquarkus.otel.sdk.disabled=true",
            "-Dquarkus.http.access-log.enabled=false");
    builder.command().addAll(store);
    builder.command().addAll(List.of("-jar", delivered().orElseThrow()));
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    URI uri = URI.create("http://127.0.0.1:" + port + "/api/v2");
    Awaitility.await()
        .atMost(Duration.ofSeconds(90))
        .ignoreExceptionsMatching(IOException.class::isInstance)
        .until(() -> answers(process, uri, log));
    return new NessieServer(process, uri);
  }

  private static boolean answers(Process process, URI uri, Path log) throws IOException {
    if (!process.isAlive()) {
      throw ended(log);
    }
    Request request = new Request.Builder().url(uri + "/config").build();
    try (Response response = new OkHttpClient().newCall(request).execute()) {
      return response.code() == 200;
    }
  }

  private static Optional<String> delivered() {
    return Optional.ofNullable(System.getProperty("landfall.test.nessie.server"));
  }

  private static String javaHere() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static AssertionError ended(Path log) throws IOException {
    return new AssertionError("Nessie did not start\n" + Files.readString(log));
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Returns where its API is. */
  URI uri() {
    return uri;
  }

  /** Ends the process at once, wherever it is (SIGKILL). */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Ends the process. Nessie's services end too when their standard input ends with this one. */
  @Override
  public void close() throws Exception {
    process.getOutputStream().close();
    process.destroy();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      kill();
    }
  }
}
