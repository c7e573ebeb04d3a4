package dev.landfall.testkit.fault;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A port on the loopback interface that can stop listening, so that the kernel refuses connections,
 * and go on later. Not thread-safe.
 */
final class Listener {

  private static final Duration BIND_BOUND = Duration.ofSeconds(5);

  private final InetSocketAddress address;
  private @Nullable ServerSocketChannel channel;
  private @Nullable Socket placeholder;

  Listener() throws IOException {
    ServerSocketChannel first = listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    this.channel = first;
    this.address = (InetSocketAddress) first.getLocalAddress();
  }

  InetSocketAddress address() {
    return address;
  }

  /** Returns what to accept from; null while connections are refused. */
  @Nullable ServerSocketChannel channel() {
    return channel;
  }

  void refuse() throws IOException, InterruptedException {
    if (channel == null) {
      return;
    }
    channel.close();
    channel = null;
    // Bound and not listening: connections are refused, and nobody else is given the port. It can
    // be bound only when the kernel has let go of the listener, which a thread may still wait on.
    placeholder = untilFree(() -> hold(address));
  }

  ServerSocketChannel accept() throws IOException, InterruptedException {
    if (channel != null) {
      return channel;
    }
    if (placeholder != null) {
      placeholder.close();
      placeholder = null;
    }
    ServerSocketChannel again = untilFree(() -> listen(address));
    channel = again;
    return again;
  }

  private interface Binding<T> {
    T bind() throws IOException;
  }

  private static <T> T untilFree(Binding<T> binding) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + BIND_BOUND.toNanos();
    while (true) {
      try {
        return binding.bind();
      } catch (BindException e) {
        if (System.nanoTime() >= deadline) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(1);
      }
    }
  }

  void close() throws IOException {
    if (channel != null) {
      channel.close();
      channel = null;
    }
    if (placeholder != null) {
      placeholder.close();
      placeholder = null;
    }
  }

  private static Socket hold(InetSocketAddress address) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setReuseAddress(true);
      socket.bind(address);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static ServerSocketChannel listen(InetSocketAddress address) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      return channel.bind(address, 128);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }
}
