package dev.landfall.testkit.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.landfall.LandfallClient;
import dev.landfall.catalog.Catalog;
import dev.landfall.internal.wire.CommitLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server beneath: its connectors, its limits and its end. */
final class JettyServer implements AutoCloseable {

  /** How to serve; set before the start, and then left alone. */
  static final class Settings {
    String host = "127.0.0.1";
    int port;
    String pathPrefix = "";
    final Set<String> tokens = new LinkedHashSet<>();
    @Nullable TokenFile tokenFile;
    @Nullable KeyStore keyStore;
    char @Nullable [] keyStorePassword;
    int maxRequestBytes = CommitLimits.MAX_REQUEST_BYTES;
    int maxConcurrent = 64;
    int maxQueued = 128;
    Duration idleTimeout = Duration.ofSeconds(60);
    Duration stopTimeout = Duration.ofSeconds(10);
    boolean requestLog = true;

    @Nullable Tokens acceptedTokens() {
      if (tokenFile != null) {
        return Tokens.of(tokens, tokenFile);
      }
      return tokens.isEmpty() ? null : Tokens.of(tokens);
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(JettyServer.class);

  /** Room for a commit id, a table name of 1,024 bytes and a page token, percent-encoded. */
  private static final int MAX_HEAD_BYTES = 16 * 1024;

  /** Beside those that handle requests: acceptor, selectors, and some to refuse with. */
  private static final int OTHER_THREADS = 16;

  private final Server server;
  private final ServerConnector connector;
  private final Admission admission;
  private final Duration stopTimeout;
  private final URI uri;

  private JettyServer(
      ServerConnector connector, Admission admission, Duration stopTimeout, URI uri) {
    this.server = connector.getServer();
    this.connector = connector;
    this.admission = admission;
    this.stopTimeout = stopTimeout;
    this.uri = uri;
  }

  static JettyServer start(Catalog catalog, LandfallClient client, Settings settings) {
    Admission admission = new Admission(settings.maxConcurrent, settings.maxQueued);
    QueuedThreadPool threads =
        new QueuedThreadPool(settings.maxConcurrent + settings.maxQueued + OTHER_THREADS);
    threads.setName("landfall-server");
    threads.setDaemon(true);
    Server server = new Server(threads);
    ServerConnector connector =
        new ServerConnector(server, 1, 1, connections(settings).toArray(new ConnectionFactory[0]));
    connector.setHost(settings.host);
    connector.setPort(settings.port);
    connector.setIdleTimeout(settings.idleTimeout.toMillis());
    // While the server stops, an open connection is there to be told so.
    connector.setShutdownIdleTimeout(settings.idleTimeout.toMillis());
    connector.setAcceptedTcpNoDelay(true);
    server.addConnector(connector);
    ReplyWriter writer = new ReplyWriter(new RequestLog(settings.requestLog));
    Routes routes = new Routes(settings.pathPrefix, routes(catalog, client));
    server.setErrorHandler(new EnvelopeErrorHandler(routes, writer));
    server.setHandler(
        new CatalogHandler(
            routes,
            settings.acceptedTokens(),
            admission,
            settings.maxRequestBytes,
            settings.idleTimeout,
            writer));
    server.setStopTimeout(0);
    try {
      server.start();
    } catch (Exception e) {
      stop(server);
      throw new UncheckedIOException(
          "Cannot listen at " + settings.host + ":" + settings.port + " (" + e.getMessage() + ")",
          e instanceof IOException io ? io : new IOException(e));
    }
    return new JettyServer(
        connector, admission, settings.stopTimeout, uri(settings, connector.getLocalPort()));
  }

  URI uri() {
    return uri;
  }

  /** Accepts no connection, refuses new requests, waits for the others, and ends. */
  @Override
  public synchronized void close() {
    if (server.isStopped()) {
      return;
    }
    admission.stop();
    var unused = connector.shutdown();
    try {
      if (!admission.awaitIdle(stopTimeout)) {
        LOG.warn("Requests still ran after {}; their connections are cut", stopTimeout);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stop(server);
  }

  private static List<Route> routes(Catalog catalog, LandfallClient client) {
    List<Route> routes = new ArrayList<>(CatalogRoutes.of(catalog));
    routes.addAll(IcebergRoutes.of(catalog, client));
    byte[] healthy = "{\"status\":\"ok\"}".getBytes(UTF_8);
    routes.add(Route.of("GET", Routes.HEALTH, Set.of(), call -> Reply.ok(healthy)));
    return routes;
  }

  private static List<ConnectionFactory> connections(Settings settings) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(MAX_HEAD_BYTES);
    // Iceberg's clients put names into paths, with U+001F between the levels of a namespace. Routes
    // are found by the path as it came, so nothing is decoded twice.
    http.setUriCompliance(
        UriCompliance.DEFAULT.with(
            "NAMES",
            UriCompliance.Violation.SUSPICIOUS_PATH_CHARACTERS,
            UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING));
    HttpConnectionFactory http1 = new HttpConnectionFactory(http);
    if (settings.keyStore == null) {
      return List.of(http1, new HTTP2CServerConnectionFactory(http));
    }
    http.addCustomizer(new SecureRequestCustomizer(false));
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setKeyStore(settings.keyStore);
    tls.setKeyManagerPassword(new String(requireNonNull(settings.keyStorePassword)));
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory("h2", "http/1.1");
    alpn.setDefaultProtocol(http1.getProtocol());
    return List.of(
        new SslConnectionFactory(tls, alpn.getProtocol()),
        alpn,
        new HTTP2ServerConnectionFactory(http),
        http1);
  }

  private static URI uri(Settings settings, int port) {
    String host = settings.host.contains(":") ? "[" + settings.host + "]" : settings.host;
    String scheme = settings.keyStore == null ? "http" : "https";
    return URI.create(scheme + "://" + host + ":" + port + settings.pathPrefix);
  }

  private static void stop(Server server) {
    // Jetty waits for its threads, which an interrupted thread cannot do.
    boolean interrupted = Thread.interrupted();
    try {
      server.stop();
    } catch (Exception e) {
      LOG.warn("The HTTP server did not stop cleanly", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
