package dev.landfall.testkit.fault;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Serves one connection after the other that speaks HTTP/1.1. */
final class Http1FrontEnd {

  private final Exchanges exchanges;

  Http1FrontEnd(Exchanges exchanges) {
    this.exchanges = exchanges;
  }

  /** Serves a connection until either side closes it. */
  void serve(ClientConnection connection, InputStream input, OutputStream out)
      throws IOException, InterruptedException {
    InputStream in = new BufferedInputStream(input);
    boolean more = true;
    while (more && awaitRequest(in)) {
      more = connection.beginExchange();
      try {
        more = more && serveOne(connection, in, out);
      } finally {
        connection.endExchange();
      }
    }
  }

  private boolean serveOne(ClientConnection connection, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    RequestHead head;
    Http1ClientEnd client;
    try {
      head = new Http1Parser(in).readRequest();
      client = new Http1ClientEnd(connection, in, out, head);
    } catch (Http1Exception e) {
      refuse(out, e);
      throw e;
    }
    exchanges.run(head, client);
    return client.keepsAlive() && !connection.isClosed();
  }

  private static boolean awaitRequest(InputStream in) throws IOException {
    in.mark(1);
    int first = in.read();
    in.reset();
    return first >= 0;
  }

  private static void refuse(OutputStream out, Http1Exception problem) throws IOException {
    byte[] body = String.valueOf(problem.getMessage()).getBytes(StandardCharsets.UTF_8);
    List<HeaderField> fields =
        List.of(
            new HeaderField("Content-Type", "text/plain; charset=utf-8"),
            new HeaderField("Content-Length", Integer.toString(body.length)),
            new HeaderField("Connection", "close"));
    out.write(Forwarder.concat(Http1Parser.head("HTTP/1.1 400 Bad Request", fields), body));
    out.flush();
  }
}
