package dev.landfall.examples.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/**
 * The floor of a call over HTTP: an okhttp client and a Jetty server on loopback, with their
 * defaults. The server reads the body and answers a little JSON.
 */
final class BareHttp implements AutoCloseable {

  private static final MediaType JSON = MediaType.get("application/json");

  private final Server server;
  private final HttpUrl url;
  private final OkHttpClient client = new OkHttpClient();

  private BareHttp(Server server, HttpUrl url) {
    this.server = server;
    this.url = url;
  }

  static BareHttp start() throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(new SmallAnswer());
    server.start();
    return new BareHttp(
        server,
        new HttpUrl.Builder()
            .scheme("http")
            .host("127.0.0.1")
            .port(connector.getLocalPort())
            .build());
  }

  /** Posts bytes; as a contestant, again and again. */
  Contestant post(String name, byte[] bytes) {
    Request request = new Request.Builder().url(url).post(RequestBody.create(bytes, JSON)).build();
    return new Contestant() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public void run() throws IOException {
        call(request);
      }
    };
  }

  void get() {
    try {
      call(new Request.Builder().url(url).build());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void call(Request request) throws IOException {
    try (Response response = client.newCall(request).execute()) {
      if (response.body().bytes().length != SmallAnswer.BODY.length) {
        throw new IOException("Not the answer: " + response);
      }
    }
  }

  @Override
  public void close() throws Exception {
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
    server.stop();
  }

  private static final class SmallAnswer extends Handler.Abstract {

    static final byte[] BODY = "{\"status\":\"ok\"}".getBytes(StandardCharsets.UTF_8);

    @Override
    public boolean handle(
        org.eclipse.jetty.server.Request request,
        org.eclipse.jetty.server.Response response,
        Callback callback)
        throws IOException {
      try (InputStream body = Content.Source.asInputStream(request)) {
        body.readAllBytes();
      }
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, BODY.length);
      response.write(true, ByteBuffer.wrap(BODY), callback);
      return true;
    }
  }
}
