package dev.landfall.testkit.server;

import dev.landfall.internal.wire.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Takes each request from Jetty through token, admission and body to its route, and answers it. */
final class CatalogHandler extends Handler.Abstract {

  private static final String IDEMPOTENCY_KEY = "Idempotency-Key";
  private static final int SHORTEST_GZIP_BYTES = 1024;

  private final Routes routes;
  private final @Nullable Tokens tokens;
  private final Admission admission;
  private final int maxRequestBytes;

  CatalogHandler(Routes routes, @Nullable Tokens tokens, Admission admission, int maxRequestBytes) {
    this.routes = routes;
    this.tokens = tokens;
    this.admission = admission;
    this.maxRequestBytes = maxRequestBytes;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    long start = System.nanoTime();
    String requestId = RequestIds.of(request.getHeaders());
    Reply reply;
    try {
      reply = admitted(request);
    } catch (Throwable failure) {
      // Whatever happens, the client gets the envelope and the thread goes back to the pool.
      reply = ErrorReplies.of(failure, requestId);
    }
    RequestLog.log(request, reply, requestId, start);
    write(request, response, reply, requestId, callback);
    return true;
  }

  private Reply admitted(Request request) throws IOException {
    Routes.Found found = find(request);
    admission.enter();
    try {
      Call call =
          new Call(
              found.variables(),
              Query.parse(request.getHttpURI().getQuery(), found.route().parameters()),
              request.getHeaders().getValuesList(IDEMPOTENCY_KEY),
              body(request, found.route()));
      admission.awaitTurn();
      try {
        return found.route().action().apply(call);
      } finally {
        admission.endTurn();
      }
    } finally {
      admission.leave();
    }
  }

  /** Finds the route; who has no token learns nothing about which there are. */
  private Routes.Found find(Request request) {
    String path = request.getHttpURI().getPath();
    if (tokens != null && !routes.isOpen(path)) {
      tokens.require(request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION));
    }
    return routes.find(request.getMethod(), path);
  }

  private byte[] body(Request request, Route route) throws IOException {
    if (request.getLength() > maxRequestBytes) {
      throw tooLarge();
    }
    byte[] body = read(request);
    if (!route.takesBody()) {
      if (body.length > 0) {
        throw Refusal.invalid("This request takes no body");
      }
      return body;
    }
    requireJson(request.getHeaders().getValuesList(HttpHeader.CONTENT_TYPE));
    return body;
  }

  private byte[] read(Request request) throws IOException {
    try (InputStream in = Content.Source.asInputStream(request)) {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      byte[] buffer = new byte[8192];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (body.size() + read > maxRequestBytes) {
          throw tooLarge();
        }
        body.write(buffer, 0, read);
      }
      return body.toByteArray();
    }
  }

  private Refusal tooLarge() {
    return Refusal.of(
        ErrorCode.REQUEST_TOO_LARGE,
        "A body has at most " + maxRequestBytes + " bytes; split the commit",
        "Connection",
        "close");
  }

  private static void requireJson(List<String> types) {
    String type = types.size() == 1 ? types.get(0).toLowerCase(Locale.ROOT).replace(" ", "") : "";
    if (!type.equals("application/json") && !type.equals("application/json;charset=utf-8")) {
      throw Refusal.of(
          ErrorCode.UNSUPPORTED_MEDIA_TYPE, "Send the header Content-Type: application/json");
    }
  }

  private void write(
      Request request, Response response, Reply reply, String requestId, Callback callback) {
    response.setStatus(reply.status());
    HttpFields.Mutable headers = response.getHeaders();
    headers.put(RequestIds.HEADER, requestId);
    boolean http1 = request.getConnectionMetaData().getHttpVersion().getVersion() < 20;
    for (Map.Entry<String, String> header : reply.headers().entrySet()) {
      // HTTP/2 has no header for the connection, which ends by itself when the server stops.
      if (http1 || !header.getKey().equals("Connection")) {
        headers.put(header.getKey(), header.getValue());
      }
    }
    if (http1 && admission.isStopping()) {
      headers.put(HttpHeader.CONNECTION, "close");
    }
    byte[] body = reply.body();
    if (body.length > 0) {
      headers.put(HttpHeader.CONTENT_TYPE, "application/json");
      headers.put(HttpHeader.VARY, "Accept-Encoding");
      if (body.length >= SHORTEST_GZIP_BYTES && acceptsGzip(request.getHeaders())) {
        headers.put(HttpHeader.CONTENT_ENCODING, "gzip");
        body = gzip(body);
      }
      headers.put(HttpHeader.CONTENT_LENGTH, body.length);
    }
    response.write(true, ByteBuffer.wrap(body), callback);
  }

  private static boolean acceptsGzip(HttpFields headers) {
    return headers.getQualityCSV(HttpHeader.ACCEPT_ENCODING).contains("gzip");
  }

  private static byte[] gzip(byte[] body) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream(body.length / 4);
    try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
      out.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException("Writing to memory cannot fail", e);
    }
    return compressed.toByteArray();
  }
}
