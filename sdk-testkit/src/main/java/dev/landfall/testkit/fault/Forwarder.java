package dev.landfall.testkit.fault;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sends requests to the server: each on a connection of its own, each exactly once, and waits for
 * the answer as long as it takes. Thread-safe.
 */
final class Forwarder implements AutoCloseable {

  private static final int CONNECT_MILLIS = 10_000;

  private final URI target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  Forwarder(URI target) {
    this.target = target;
  }

  /**
   * Sends a request, and reads the whole answer.
   *
   * @param sent called when the server has got the last byte of it, as far as the kernel knows
   * @throws IOException if there is no whole answer
   */
  ServerAnswer forward(RequestHead head, byte[] body, Runnable sent) throws IOException {
    try (Socket socket = new Socket()) {
      open.add(socket);
      if (closed) {
        throw new IOException("The proxy is closed");
      }
      try {
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(host(), port()), CONNECT_MILLIS);
        OutputStream out = socket.getOutputStream();
        out.write(concat(requestHead(head, body), body));
        out.flush();
        sent.run();
        return readAnswer(new BufferedInputStream(socket.getInputStream()), head.method());
      } finally {
        open.remove(socket);
      }
    }
  }

  private InetAddress host() throws IOException {
    String host = target.getHost();
    return InetAddress.getByName(host);
  }

  private int port() {
    return target.getPort() < 0 ? 80 : target.getPort();
  }

  private byte[] requestHead(RequestHead head, byte[] body) {
    List<HeaderField> fields = new ArrayList<>();
    fields.add(new HeaderField("Host", target.getRawAuthority()));
    for (HeaderField field : HeaderField.endToEnd(head.headers())) {
      if (!field.is("Host") && !field.is("Content-Length")) {
        fields.add(field);
      }
    }
    if (body.length > 0 || !Set.of("GET", "HEAD", "DELETE", "OPTIONS").contains(head.method())) {
      fields.add(new HeaderField("Content-Length", Integer.toString(body.length)));
    }
    fields.add(new HeaderField("Connection", "close"));
    return Http1Parser.head(head.method() + " " + head.target() + " HTTP/1.1", fields);
  }

  private static ServerAnswer readAnswer(InputStream in, String method) throws IOException {
    Http1Parser parser = new Http1Parser(in);
    Http1Parser.AnswerHead head = parser.readAnswer();
    while (head.status() < 200) {
      head = parser.readAnswer();
    }
    byte[] body =
        ServerAnswer.hasNoBody(method, head.status())
            ? new byte[0]
            : Http1Body.ofAnswer(in, head.headers()).readAll();
    return new ServerAnswer(
        head.status(), head.reason(), HeaderField.endToEnd(head.headers()), body);
  }

  static byte[] concat(byte[] first, byte[] second) {
    byte[] both = new byte[first.length + second.length];
    System.arraycopy(first, 0, both, 0, first.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** Ends what is under way. */
  @Override
  public void close() throws IOException {
    closed = true;
    for (Socket socket : open) {
      socket.close();
    }
  }
}
