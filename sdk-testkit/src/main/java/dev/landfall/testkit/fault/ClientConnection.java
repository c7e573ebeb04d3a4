package dev.landfall.testkit.fault;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One TCP connection from a client. Thread-safe. */
final class ClientConnection {

  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

  /** Closes the channel. */
  @FunctionalInterface
  interface Closer {
    void close() throws IOException;
  }

  private final SocketChannel channel;
  private final Consumer<ClientConnection> forget;
  private Closer closer;
  private int exchanges;
  private boolean closed;

  /**
   * Makes a connection.
   *
   * @param forget called when it is closed
   */
  ClientConnection(SocketChannel channel, Consumer<ClientConnection> forget) {
    this.channel = channel;
    this.closer = channel::close;
    this.forget = forget;
  }

  SocketChannel channel() {
    return channel;
  }

  /** From now on the channel is closed in another way; at once, if it is to be closed already. */
  synchronized void closeWith(Closer other) throws IOException {
    closer = other;
    if (closed) {
      other.close();
    }
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

  synchronized void closeIfIdle() {
    if (exchanges == 0) {
      close();
    }
  }

  synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      closer.close();
    } catch (IOException e) {
      LOG.warn("Could not close a connection to the fault proxy", e);
    }
    forget.accept(this);
  }

  /** Closes with a TCP reset. */
  synchronized void reset() {
    try {
      if (channel.isOpen()) {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      }
    } catch (IOException e) {
      LOG.debug("Closed by the client before it was reset", e);
    }
    close();
  }
}
