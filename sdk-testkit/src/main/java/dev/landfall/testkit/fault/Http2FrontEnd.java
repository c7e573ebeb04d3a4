package dev.landfall.testkit.fault;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http2.api.server.ServerSessionListener;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RateControl;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Serves connections that speak HTTP/2. The proxy accepts them and reads their first bytes; from
 * then on Jetty reads and writes the frames, and the proxy keeps the right to close or reset the
 * TCP connection. Starts Jetty with the first such connection.
 */
final class Http2FrontEnd {

  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final String name;
  private final Exchanges exchanges;
  private final ProxyThreads threads;
  private final Map<SocketChannel, ClientConnection> arriving = new ConcurrentHashMap<>();
  private @Nullable ServerConnector jetty;
  private boolean closed;

  Http2FrontEnd(String name, Exchanges exchanges, ProxyThreads threads) {
    this.name = name;
    this.exchanges = exchanges;
    this.threads = threads;
  }

  /** Reads not a byte more than it takes to tell what a connection speaks. */
  static byte[] readStart(InputStream in) throws IOException {
    ByteArrayOutputStream start = new ByteArrayOutputStream();
    for (byte expected : PREFACE) {
      int next = in.read();
      if (next < 0) {
        break;
      }
      start.write(next);
      if (next != expected) {
        break;
      }
    }
    return start.toByteArray();
  }

  static boolean isHttp2(byte[] start) {
    return Arrays.equals(start, PREFACE);
  }

  /** Takes a connection over from the thread that has read its start. */
  synchronized void take(ClientConnection connection) throws IOException {
    if (closed) {
      connection.close();
      return;
    }
    SocketChannel channel = connection.channel();
    channel.configureBlocking(false);
    arriving.put(channel, connection);
    start().getSelectorManager().accept(channel);
  }

  synchronized void close() {
    closed = true;
    if (jetty != null) {
      try {
        jetty.getServer().stop();
      } catch (Exception e) {
        throw new IllegalStateException("Cannot stop the HTTP/2 part of the fault proxy", e);
      }
    }
  }

  private ServerConnector start() throws IOException {
    if (jetty != null) {
      return jetty;
    }
    QueuedThreadPool pool = new QueuedThreadPool(8, 2);
    pool.setName(name + "jetty");
    pool.setDaemon(true);
    Server server = new Server(pool);
    server.setStopTimeout(0);
    ServerConnector connector = new ServerConnector(server, 0, 1, new Sessions());
    // Jetty insists on a port of its own. Nobody is told of it, and who finds it is turned away.
    connector.setHost("localhost");
    connector.setIdleTimeout(0);
    server.addConnector(connector);
    try {
      server.start();
    } catch (Exception e) {
      throw new IOException("Cannot start the HTTP/2 part of the fault proxy", e);
    }
    jetty = connector;
    return connector;
  }

  /** Makes a session of each connection that was taken over. */
  private final class Sessions extends AbstractHTTP2ServerConnectionFactory {

    Sessions() {
      super(new HttpConfiguration(), "h2c");
      setMaxConcurrentStreams(1024);
      // A client under test may do things as often as it likes.
      setRateControlFactory(new RateControl.Factory() {});
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
      Connection connection = super.newConnection(connector, endPoint);
      ((Connection.UpgradeTo) connection).onUpgradeTo(ByteBuffer.wrap(PREFACE.clone()));
      return connection;
    }

    @Override
    protected ServerSessionListener newSessionListener(Connector connector, EndPoint endPoint) {
      ClientConnection connection = arriving.remove((SocketChannel) endPoint.getTransport());
      if (connection == null) {
        throw new IllegalStateException("Nobody connects to this port");
      }
      Http2Session session = new Http2Session(connection, newSettings(), exchanges, threads);
      connection.closeWith(
          () -> {
            endPoint.close();
            session.breakOff();
          });
      return session;
    }
  }
}
