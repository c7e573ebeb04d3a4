package dev.landfall.testkit.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.landfall.internal.wire.ErrorEnvelope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One connection over which exactly the given bytes go, right or wrong. Every read has a bound. */
final class RawHttp implements AutoCloseable {

  private static final int BOUND_MILLIS = 20_000;

  private final Socket socket;
  private final URI server;

  private RawHttp(Socket socket, URI server) {
    this.socket = socket;
    this.server = server;
  }

  /** An answer; the names of headers are in lower case. */
  record Answer(int status, Map<String, String> headers, byte[] body) {

    String text() {
      return new String(body, UTF_8);
    }

    String header(String name) {
      return headers.get(name.toLowerCase(Locale.ROOT));
    }

    /** Returns the code in the envelope; a text that tells all if there is none. */
    String code() {
      Optional<ErrorEnvelope> error = ErrorEnvelope.decode(status, body);
      return error.map(e -> e.code().code()).orElse("no envelope: " + status + " " + text());
    }
  }

  static RawHttp connect(URI server) throws IOException {
    Socket socket = new Socket(server.getHost().replaceAll("[\\[\\]]", ""), server.getPort());
    socket.setSoTimeout(BOUND_MILLIS);
    socket.setTcpNoDelay(true);
    return new RawHttp(socket, server);
  }

  /** Asks once, over a connection of its own. */
  static Answer ask(URI server, String method, String path, String headers, byte[] body)
      throws IOException {
    try (RawHttp http = connect(server)) {
      http.send(method, path, headers, body);
      return http.answer(method.equals("HEAD"));
    }
  }

  static Answer get(URI server, String path) throws IOException {
    return ask(server, "GET", path, "", new byte[0]);
  }

  static Answer post(URI server, String path, String headers, byte[] body) throws IOException {
    return ask(server, "POST", path, "Content-Type: application/json\r\n" + headers, body);
  }

  void send(String method, String path, String headers, byte[] body) throws IOException {
    String length = body.length > 0 ? "Content-Length: " + body.length + "\r\n" : "";
    send(
        (method + " " + server.getRawPath() + path + " HTTP/1.1\r\n")
            + ("Host: " + server.getRawAuthority() + "\r\n")
            + length
            + headers
            + "\r\n");
    send(body);
  }

  void send(String text) throws IOException {
    send(text.getBytes(ISO_8859_1));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  Answer answer() throws IOException {
    return answer(false);
  }

  /** Reads one answer, of which nothing may be missing. */
  Answer answer(boolean toHead) throws IOException {
    String status = line();
    if (!status.startsWith("HTTP/1.")) {
      throw new IOException("No answer of HTTP/1: '" + status + "'");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int code = Integer.parseInt(status.substring(9, 12));
    int length = toHead ? 0 : Integer.parseInt(headers.getOrDefault("content-length", "0"));
    byte[] body = socket.getInputStream().readNBytes(length);
    if (body.length < length) {
      throw new IOException("The answer is cut after " + body.length + " of " + length);
    }
    return new Answer(code, headers, body);
  }

  /** Returns whether the server ends the connection, without another byte. */
  boolean isEnded() throws IOException {
    return socket.getInputStream().read() < 0;
  }

  /** Reads until the server ends the connection, however it does. */
  byte[] rest() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      InputStream in = socket.getInputStream();
      for (int read = in.read(); read >= 0; read = in.read()) {
        all.write(read);
      }
    } catch (IOException e) {
      // Reset, or silent: what came before that counts.
      return all.toByteArray();
    }
    return all.toByteArray();
  }

  void within(int millis) throws IOException {
    socket.setSoTimeout(millis);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = socket.getInputStream().read(); c != '\n'; c = socket.getInputStream().read()) {
      if (c < 0) {
        throw new IOException("The connection ended in the head: '" + line + "'");
      }
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
