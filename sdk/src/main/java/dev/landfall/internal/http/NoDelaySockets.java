package dev.landfall.internal.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/**
 * Makes sockets that send at once what is written (TCP_NODELAY). okhttp writes a long request in
 * pieces of 8 KB, and without this the last piece waits until the server acknowledges the first
 * ones: 40 ms on Linux, as the server has nothing yet to send the acknowledgement with.
 */
final class NoDelaySockets extends SocketFactory {

  private final SocketFactory sockets;

  NoDelaySockets(SocketFactory sockets) {
    this.sockets = sockets;
  }

  @Override
  public Socket createSocket() throws IOException {
    return withoutDelay(sockets.createSocket());
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return withoutDelay(sockets.createSocket(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return withoutDelay(sockets.createSocket(host, port, local, localPort));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return withoutDelay(sockets.createSocket(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return withoutDelay(sockets.createSocket(host, port, local, localPort));
  }

  private static Socket withoutDelay(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    return socket;
  }
}
