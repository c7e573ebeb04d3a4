package dev.landfall.testkit.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.api.server.ServerSessionListener;
import org.eclipse.jetty.http2.frames.GoAwayFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.util.Callback;

/** One connection that speaks HTTP/2: makes an exchange, with a thread, of each stream. */
final class Http2Session implements ServerSessionListener {

  private final ClientConnection connection;
  private final Map<Integer, Integer> settings;
  private final Exchanges exchanges;
  private final ProxyThreads threads;
  private final Set<Http2ClientEnd> open = ConcurrentHashMap.newKeySet();

  Http2Session(
      ClientConnection connection,
      Map<Integer, Integer> settings,
      Exchanges exchanges,
      ProxyThreads threads) {
    this.connection = connection;
    this.settings = settings;
    this.exchanges = exchanges;
    this.threads = threads;
  }

  @Override
  public Map<Integer, Integer> onPreface(Session session) {
    return settings;
  }

  @Override
  public Stream.Listener onNewStream(Stream stream, HeadersFrame frame) {
    RequestHead head = headOf((MetaData.Request) frame.getMetaData());
    Http2ClientEnd client = new Http2ClientEnd(connection, stream, head, frame.isEndStream());
    open.add(client);
    threads.start("stream", () -> serve(head, client));
    return client;
  }

  private void serve(RequestHead head, Http2ClientEnd client) throws InterruptedException {
    boolean ended = false;
    boolean goesOn = connection.beginExchange();
    try {
      if (goesOn) {
        exchanges.run(head, client);
      }
      ended = true;
    } finally {
      connection.endExchange();
      open.remove(client);
      if (!ended) {
        connection.close();
      }
    }
  }

  private static RequestHead headOf(MetaData.Request request) {
    List<HeaderField> fields = new ArrayList<>();
    for (HttpField field : request.getHttpFields()) {
      fields.add(new HeaderField(field.getName(), field.getValue()));
    }
    return new RequestHead(
        "HTTP/2", request.getMethod(), request.getHttpURI().getPathQuery(), fields);
  }

  /** Ends what waits for the client on any stream. */
  void breakOff() {
    open.forEach(Http2ClientEnd::breakOff);
  }

  @Override
  public void onClose(Session session, GoAwayFrame frame, Callback callback) {
    connection.close();
    callback.succeeded();
  }

  @Override
  public void onFailure(Session session, Throwable failure, Callback callback) {
    connection.close();
    callback.succeeded();
  }
}
