package dev.landfall.testkit.fault;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server that counts what it gets, and answers with the number and an echo of it. */
final class CountingServer implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final List<String> authorizations = new CopyOnWriteArrayList<>();

  CountingServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          int number;
          synchronized (bodies) {
            bodies.add(body);
            number = bodies.size();
          }
          authorizations.addAll(
              exchange.getRequestHeaders().getOrDefault("Authorization", List.of()));
          byte[] answer = answer(number, body).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("X-Number", Integer.toString(number));
          boolean head = exchange.getRequestMethod().equals("HEAD");
          exchange.sendResponseHeaders(200, head ? -1 : answer.length);
          if (!head) {
            exchange.getResponseBody().write(answer);
          }
          exchange.close();
        });
    server.start();
  }

  static String answer(int number, String body) {
    return "answer " + number + " to " + body;
  }

  URI uri() {
    InetSocketAddress address = server.getAddress();
    return URI.create("http://127.0.0.1:" + address.getPort() + "/lake");
  }

  int count() {
    return bodies.size();
  }

  List<String> bodies() {
    return bodies;
  }

  List<String> authorizations() {
    return authorizations;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
