package dev.landfall.testkit.fault;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One TCP connection from a client. Thread-safe; calls nobody while it holds its lock. */
final class ClientConnection {

  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

  private final SocketChannel channel;
  private final Consumer<ClientConnection> forget;
  private Runnable closer = this::closeChannel;
  private int exchanges;
  private boolean closed;

  /**
   * Makes a connection.
   *
   * @param forget called when it is closed
   */
  ClientConnection(SocketChannel channel, Consumer<ClientConnection> forget) {
    this.channel = channel;
    this.forget = forget;
  }

  SocketChannel channel() {
    return channel;
  }

  /** From now on the channel is closed in another way; at once, if it is closed already. */
  void closeWith(Runnable other) {
    synchronized (this) {
      closer = other;
      if (!closed) {
        return;
      }
    }
    other.run();
  }

  /** Returns false if the connection was closed before. */
  synchronized boolean beginExchange() {
    exchanges++;
    return !closed;
  }

  synchronized void endExchange() {
    exchanges--;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  void closeIfIdle() {
    close(true);
  }

  void close() {
    close(false);
  }

  private void close(boolean onlyIfIdle) {
    Runnable how;
    synchronized (this) {
      if (closed || (onlyIfIdle && exchanges > 0)) {
        return;
      }
      closed = true;
      how = closer;
    }
    how.run();
    forget.accept(this);
  }

  /** Closes with a TCP reset. */
  void reset() {
    try {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException e) {
      LOG.debug("Closed before it could be reset", e);
    }
    close();
  }

  private void closeChannel() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.warn("Could not close a connection to the fault proxy", e);
    }
  }
}
