package dev.landfall.testkit.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Logs and writes answers: those of the catalog, and those that Jetty asks for. */
final class ReplyWriter {

  private static final int SHORTEST_GZIP_BYTES = 1024;

  private final RequestLog log;

  ReplyWriter(RequestLog log) {
    this.log = log;
  }

  /** Logs, then writes: whoever has the answer finds the line. */
  void write(Request request, Response response, Reply reply, Callback callback) {
    response.setStatus(reply.status());
    HttpFields.Mutable headers = response.getHeaders();
    headers.put(RequestIds.HEADER, RequestIds.of(request));
    reply.headers().forEach(headers::put);
    // HTTP/2 has no header for the connection, which ends by itself when the server stops.
    boolean http1 = request.getConnectionMetaData().getHttpVersion().getVersion() < 20;
    if (http1 && reply.closing()) {
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
    // Jetty leaves the body out of an answer to HEAD.
    log.log(request, reply, request.getMethod().equals("HEAD") ? 0 : body.length);
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
