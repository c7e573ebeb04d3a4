package dev.landfall.testkit.nessie;

import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import dev.landfall.testkit.fault.WireRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/**
 * One of several Nessie servers on one PostgreSQL database, which is killed and comes back. A proxy
 * stands before it.
 */
final class NessieNode implements AutoCloseable {

  private static final Duration BOUND = Duration.ofSeconds(60);

  /** How many publishes were acknowledged by this server. */
  final AtomicInteger acknowledged = new AtomicInteger();

  private final FaultPlan faults = new FaultPlan();
  private final FaultProxy proxy;
  private final String database;
  private final int port;
  private NessieServer server;
  private volatile CompletableFuture<Void> running = CompletableFuture.completedFuture(null);

  private NessieNode(String database, int port) throws IOException {
    this.database = database;
    this.port = port;
    this.server = NessieServer.startOnPostgres(database, port);
    this.proxy = FaultProxy.start(server.uri(), faults);
  }

  static NessieNode start(String database) throws IOException {
    return new NessieNode(database, NessieServer.freePort());
  }

  /** Returns where its clients find it. */
  URI uri() {
    return proxy.uri();
  }

  /**
   * Ends the server at once (SIGKILL), as soon as the next two of these requests are lost: one
   * before it comes to the server, and one after the server has answered it.
   */
  void killAtNext(Predicate<WireRequest> requests) throws InterruptedException {
    faults.on(requests).next().closeAfterRequest();
    faults.on(requests).next().applyThenDropAnswer();
    Awaitility.await().atMost(BOUND).until(() -> faults.pending().isEmpty());
    running = new CompletableFuture<>();
    server.kill();
  }

  /** Starts the server again, at the same address. */
  void restart() throws IOException {
    server = NessieServer.startOnPostgres(database, port);
    running.complete(null);
  }

  /** Waits until the server runs, if it was killed. */
  void awaitRunning() throws Exception {
    running.get(120, TimeUnit.SECONDS);
  }

  @Override
  public void close() throws Exception {
    running.complete(null);
    proxy.close();
    server.close();
  }
}
