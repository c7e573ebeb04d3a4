package dev.landfall.testkit.fault;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A proxy before a catalog server that records every request, and breaks those that its plan says.
 *
 * <pre>{@code
 * FaultPlan faults = new FaultPlan();
 * try (FaultProxy proxy = FaultProxy.start(server.uri(), faults)) {
 *   faults.onPublish().first().applyThenDropAnswer();
 *   // Let the client talk to proxy.uri(), and look at proxy.requests().
 * }
 * }</pre>
 *
 * <p>It listens on a free port of the loopback interface and speaks HTTP/1.1, and HTTP/2 to clients
 * that start with it (prior knowledge, no TLS). Each request goes to the server over HTTP/1.1, on a
 * connection of its own, and never more often than the plan says. It goes there as it is, but for
 * the headers Host and those about one connection. If the server gives no whole answer, the
 * client's connection is closed. A client that waits to be asked for a body (Expect: 100-continue)
 * is asked when the proxy reads it. Requests and answers are kept in memory. Thread-safe.
 *
 * <p>The server may be another one than a catalog's, such as an object store: all requests to it
 * are of {@link RequestKind#OTHER}, and rules pick them with {@link
 * FaultPlan#on(java.util.function.Predicate)}.
 */
public final class FaultProxy implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(FaultProxy.class);
  private static final Duration CLOSE_BOUND = Duration.ofSeconds(10);

  private final FaultPlan plan;
  private final URI uri;
  private final Listener listener;
  private final Forwarder forwarder;
  private final RequestLog log = new RequestLog();
  private final LateDeliveries late = new LateDeliveries();
  private final ProxyThreads threads;
  private final Set<ClientConnection> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private final Http1FrontEnd http1;
  private final Http2FrontEnd http2;
  private @Nullable ServerSocketChannel listening;
  private boolean closed;

  private FaultProxy(URI target, FaultPlan plan) throws IOException {
    this.plan = plan;
    this.forwarder = new Forwarder(target);
    this.listener = new Listener();
    this.uri = at(listener, target.getRawPath());
    String name = "fault-proxy-" + uri.getPort() + "-";
    this.threads = new ProxyThreads(name);
    this.http1 = new Http1FrontEnd(this::run);
    this.http2 = new Http2FrontEnd(name, this::run, threads);
  }

  /**
   * Starts a proxy.
   *
   * @param target where the server is; a path stays a part of the proxy's own URI
   * @param plan what goes wrong; may be changed at any time
   * @throws IllegalArgumentException if the target is not an http URI with a host
   * @throws UncheckedIOException if no port can be had
   */
  public static FaultProxy start(URI target, FaultPlan plan) {
    if (!"http".equalsIgnoreCase(target.getScheme()) || target.getHost() == null) {
      throw new IllegalArgumentException(
          "Cannot stand before " + target + ": give an http URI with a host");
    }
    try {
      FaultProxy proxy = new FaultProxy(target, plan);
      proxy.acceptConnections();
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot listen on the loopback interface", e);
    }
  }

  /** Returns where clients find the proxy: its address, with the path of the target. */
  public URI uri() {
    return uri;
  }

  /** Returns the plan. */
  public FaultPlan plan() {
    return plan;
  }

  /** Returns what has come so far, in the order of arrival, each with what became of it. */
  public List<WireRequest> requests() {
    return log.requests();
  }

  /** Returns what has come so far of one kind, in the order of arrival. */
  public List<WireRequest> requests(RequestKind kind) {
    return log.requests(kind);
  }

  /** Returns how many requests of a kind have come so far. */
  public int count(RequestKind kind) {
    return log.count(kind);
  }

  /**
   * Waits until so many requests of a kind have come, and returns all of that kind. Their bodies
   * may still be on the way, and their faults are yet to hit.
   *
   * @throws AssertionError if they do not come within the bound; the message names what came
   * @throws InterruptedException if the thread is interrupted
   */
  public List<WireRequest> awaitRequests(RequestKind kind, int count, Duration bound)
      throws InterruptedException {
    if (!log.await(kind, count, bound)) {
      throw new AssertionError(
          "No "
              + count
              + " requests of kind "
              + kind
              + " within "
              + bound
              + ", only "
              + requests());
    }
    return requests(kind);
  }

  /** Returns how many TCP connections clients have made so far. */
  public int connections() {
    return accepted.get();
  }

  /** Returns how many of them are open now. */
  public int openConnections() {
    return open.size();
  }

  /**
   * Stops listening, so that the kernel refuses to connect, and closes every connection. Requests
   * on their way, also those in a hold, reach the server all the same. When it returns, the kernel
   * refuses. Does nothing if it does already, or the proxy is closed.
   *
   * @throws UncheckedIOException if the port cannot be given up
   * @throws IllegalStateException if the thread is interrupted
   */
  public synchronized void refuseConnections() {
    if (closed) {
      return;
    }
    try {
      listener.refuse();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted before connections were refused", e);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot refuse connections to " + uri, e);
    } finally {
      open.forEach(ClientConnection::close);
    }
  }

  /**
   * Listens again, on the same port. Does nothing if it does already.
   *
   * @throws IllegalStateException if the proxy is closed
   * @throws UncheckedIOException if the port cannot be had again
   */
  public synchronized void acceptConnections() {
    if (closed) {
      throw new IllegalStateException("Cannot accept connections: the proxy is closed");
    }
    try {
      ServerSocketChannel channel = listener.accept();
      if (channel != listening) {
        listening = channel;
        threads.start("listener", () -> listen(channel));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted before connections were accepted again", e);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot accept connections to " + uri + " again", e);
    }
  }

  /** Closes the connections on which no request is under way, as servers do after a while. */
  public void closeIdleConnections() {
    open.forEach(ClientConnection::closeIfIdle);
  }

  /**
   * Stops listening, closes every connection and ends every thread; what is held is not forwarded
   * any more. Does nothing when repeated.
   *
   * @throws IllegalStateException if a thread does not end within 10 seconds, because a condition
   *     of a rule hangs
   */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      try {
        listener.close();
        forwarder.close();
      } catch (IOException e) {
        LOG.warn("Could not close a socket of the fault proxy", e);
      }
      open.forEach(ClientConnection::close);
    }
    try {
      threads.close(CLOSE_BOUND);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted before the proxy had ended its threads", e);
    } finally {
      http2.close();
    }
  }

  private void listen(ServerSocketChannel from) throws IOException {
    try {
      while (true) {
        admit(from, from.accept());
      }
    } catch (ClosedChannelException e) {
      LOG.debug("Stopped listening", e);
    }
  }

  private synchronized void admit(ServerSocketChannel from, SocketChannel channel)
      throws IOException {
    if (listener.channel() != from) {
      channel.close();
      return;
    }
    accepted.incrementAndGet();
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    ClientConnection connection = new ClientConnection(channel, open::remove);
    open.add(connection);
    threads.start("connection", () -> serve(connection));
  }

  private void serve(ClientConnection connection) throws IOException, InterruptedException {
    boolean handedOver = false;
    try {
      InputStream in = connection.channel().socket().getInputStream();
      byte[] start = Http2FrontEnd.readStart(in);
      if (Http2FrontEnd.isHttp2(start)) {
        http2.take(connection);
        handedOver = true;
      } else {
        http1.serve(
            connection,
            new SequenceInputStream(new ByteArrayInputStream(start), in),
            connection.channel().socket().getOutputStream());
      }
    } finally {
      if (!handedOver) {
        connection.close();
      }
    }
  }

  private void run(RequestHead head, ClientEnd client) throws InterruptedException {
    RecordedRequest request = log.arrive(head, plan, fault -> !(fault instanceof Fault.Crash));
    new FaultedExchange(request, log, client, forwarder, late, threads).run();
  }

  private static URI at(Listener listener, @Nullable String path) {
    String host = listener.address().getAddress().getHostAddress();
    String authority = (host.contains(":") ? "[" + host + "]" : host);
    return URI.create(
        "http://" + authority + ":" + listener.address().getPort() + (path == null ? "" : path));
  }

  @Override
  public String toString() {
    return "fault proxy at " + uri;
  }
}
