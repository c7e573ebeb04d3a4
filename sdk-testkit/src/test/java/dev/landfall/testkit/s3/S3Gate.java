package dev.landfall.testkit.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/**
 * Stands before an S3 server that takes any key, and lets requests pass that name one which it
 * knows, with its session token. Signatures are not looked at.
 */
final class S3Gate implements AutoCloseable {

  /** A key id, and its session token, which may be empty. */
  record Key(String id, String token) {}

  private static final Pattern KEY_ID = Pattern.compile("Credential=([^/]+)/");
  private static final Set<String> OWN_HEADERS =
      Set.of("host", "connection", "content-length", "transfer-encoding", "expect");

  private final OkHttpClient http = new OkHttpClient();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<Key, BooleanSupplier> valid = new ConcurrentHashMap<>();
  private final List<Key> used = new CopyOnWriteArrayList<>();
  private final URI server;
  private final HttpServer gate;

  S3Gate(URI server) throws IOException {
    this.server = server;
    this.gate = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    gate.setExecutor(threads);
    gate.createContext("/", this::pass);
    gate.start();
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + gate.getAddress().getPort());
  }

  /** Lets requests with a key pass, while it is valid; then they are refused as expired. */
  void accept(Key key, BooleanSupplier isValid) {
    valid.put(key, isValid);
  }

  /** Returns the keys of the requests that came, in their order, each time anew. */
  List<Key> used() {
    return List.copyOf(used);
  }

  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      Key key = key(exchange.getRequestHeaders());
      used.add(key);
      BooleanSupplier isValid = valid.get(key);
      if (isValid == null) {
        refuse(exchange, 403, "InvalidAccessKeyId");
      } else if (!isValid.getAsBoolean()) {
        refuse(exchange, 400, "ExpiredToken");
      } else {
        forward(exchange, body);
      }
    }
  }

  private static Key key(Headers headers) {
    Matcher id = KEY_ID.matcher(String.valueOf(headers.getFirst("Authorization")));
    String token = headers.getFirst("x-amz-security-token");
    return new Key(id.find() ? id.group(1) : "", token == null ? "" : token);
  }

  private static void refuse(HttpExchange exchange, int status, String code) throws IOException {
    byte[] body =
        ("<Error><Code>" + code + "</Code><Message>No " + code + "</Message></Error>")
            .getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/xml");
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, head ? -1 : body.length);
    if (!head) {
      exchange.getResponseBody().write(body);
    }
  }

  private void forward(HttpExchange exchange, byte[] body) throws IOException {
    String method = exchange.getRequestMethod();
    boolean hasBody = method.equals("PUT") || method.equals("POST");
    Request.Builder request =
        new Request.Builder()
            .url(server + exchange.getRequestURI().toString())
            .method(method, hasBody ? RequestBody.create(body, null) : null);
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.addHeader(name, value));
              }
            });
    // Otherwise okhttp asks for a compressed answer, and hides that it was.
    request.header("Accept-Encoding", "identity");
    try (Response response = http.newCall(request.build()).execute()) {
      byte[] answer = response.body().bytes();
      response
          .headers()
          .names()
          .forEach(
              name -> {
                if (!Set.of("connection", "transfer-encoding", "date")
                    .contains(name.toLowerCase(Locale.ROOT))) {
                  exchange.getResponseHeaders().put(name, response.headers(name));
                }
              });
      boolean empty = method.equals("HEAD") || answer.length == 0;
      exchange.sendResponseHeaders(response.code(), empty ? -1 : answer.length);
      if (!empty) {
        exchange.getResponseBody().write(answer);
      }
    }
  }

  @Override
  public void close() {
    gate.stop(0);
    threads.shutdownNow();
    http.connectionPool().evictAll();
  }
}
