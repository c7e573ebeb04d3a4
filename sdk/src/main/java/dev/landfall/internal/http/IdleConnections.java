package dev.landfall.internal.http;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Response;

/**
 * Sends no request on a connection that the server has closed while nobody used it. Servers do so
 * after some seconds without a request. okhttp finds out by sending, after which nobody knows
 * whether the server has the request. Here the connection is looked at first, and the request goes
 * out on another one; the time in which a connection can be closed unseen is that of one round
 * trip. Safe for use by many threads.
 */
final class IdleConnections {

  /** No server closes connections sooner, and looking takes a millisecond. */
  private static final Duration SURELY_OPEN = Duration.ofSeconds(1);

  private final long surelyOpenNanos;
  private final Map<Connection, Long> lastUses = Collections.synchronizedMap(new WeakHashMap<>());

  private IdleConnections(Duration surelyOpen) {
    this.surelyOpenNanos = surelyOpen.toNanos();
  }

  /** Has the client's connections looked at. */
  static void check(OkHttpClient.Builder client) {
    check(client, SURELY_OPEN);
  }

  /** Has the client's connections looked at that were not used for so long. */
  static void check(OkHttpClient.Builder client, Duration surelyOpen) {
    client
        .addInterceptor(IdleConnections::useAnotherIfClosed)
        .addNetworkInterceptor(new IdleConnections(surelyOpen)::refuseIfClosed);
  }

  /** Each turn takes a closed connection out of the pool, and a new one is not refused. */
  private static Response useAnotherIfClosed(Interceptor.Chain chain) throws IOException {
    while (true) {
      try {
        return chain.proceed(chain.request());
      } catch (ClosedWhileIdle e) {
        if (chain.call().isCanceled()) {
          throw e;
        }
      }
    }
  }

  private Response refuseIfClosed(Interceptor.Chain chain) throws IOException {
    Connection connection = chain.connection();
    if (connection == null || isMultiplexed(connection)) {
      return chain.proceed(chain.request());
    }
    Long lastUse = lastUses.get(connection);
    if (lastUse != null
        && System.nanoTime() - lastUse >= surelyOpenNanos
        && isClosed(connection.socket())) {
      connection.socket().close();
      throw new ClosedWhileIdle();
    }
    try {
      return chain.proceed(chain.request());
    } finally {
      lastUses.put(connection, System.nanoTime());
    }
  }

  /** Of HTTP/2, okhttp reads all the time and knows by itself. */
  private static boolean isMultiplexed(Connection connection) {
    Protocol protocol = connection.protocol();
    return protocol != Protocol.HTTP_1_1 && protocol != Protocol.HTTP_1_0;
  }

  /** Between two requests there is nothing to read but the end; anything else is no answer. */
  private static boolean isClosed(Socket socket) {
    try {
      int timeout = socket.getSoTimeout();
      socket.setSoTimeout(1);
      try {
        socket.getInputStream().read();
        return true;
      } catch (SocketTimeoutException e) {
        return false;
      } finally {
        socket.setSoTimeout(timeout);
      }
    } catch (IOException e) {
      return true;
    }
  }

  /** Nothing was sent. */
  private static final class ClosedWhileIdle extends IOException {
    private static final long serialVersionUID = 1;

    ClosedWhileIdle() {
      super("The server has closed the connection");
    }
  }
}
