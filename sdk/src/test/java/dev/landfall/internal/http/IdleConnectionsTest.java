package dev.landfall.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection that the server closed while it was idle costs no request. */
@Timeout(30)
class IdleConnectionsTest {

  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(UTF_8);

  private final ServerSocket server = listen();
  private final OkHttpClient client = client();

  @AfterEach
  void close() throws IOException {
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST"})
  void aRequestPassesOverAllConnectionsThatAreClosed(String method) throws Exception {
    for (Socket socket : twoIdleConnections()) {
      socket.close();
    }

    CompletableFuture<Response> answer = send(method);
    try (Socket fresh = server.accept()) {
      answer(fresh);
      assertThat(answer.get(10, SECONDS).code()).isEqualTo(200);
    }
  }

  @Test
  void anOpenConnectionIsUsedAgain() throws Exception {
    CompletableFuture<Response> first = send("GET");
    try (Socket socket = server.accept()) {
      answer(socket);
      assertThat(first.get(10, SECONDS).code()).isEqualTo(200);

      CompletableFuture<Response> second = send("POST");
      answer(socket);
      assertThat(second.get(10, SECONDS).code()).isEqualTo(200);
    }
  }

  /** Has two requests answered at once, so that none could use the other one's connection. */
  private List<Socket> twoIdleConnections() throws Exception {
    List<CompletableFuture<Response>> answers = List.of(send("GET"), send("GET"));
    List<Socket> sockets = List.of(server.accept(), server.accept());
    for (Socket socket : sockets) {
      answer(socket);
    }
    for (CompletableFuture<Response> answer : answers) {
      answer.get(10, SECONDS);
    }
    return sockets;
  }

  /** Reads a request, which is short and comes whole, and answers it. */
  private static void answer(Socket socket) throws IOException {
    byte[] request = new byte[10_000];
    socket.setSoTimeout(10_000);
    assertThat(socket.getInputStream().read(request)).isPositive();
    socket.getOutputStream().write(ANSWER);
  }

  private CompletableFuture<Response> send(String method) {
    Request request =
        new Request.Builder()
            .url("http://127.0.0.1:" + server.getLocalPort())
            .method(method, method.equals("GET") ? null : new OneShotBody("{}".getBytes(UTF_8)))
            .build();
    return CompletableFuture.supplyAsync(
        () -> {
          try (Response response = client.newCall(request).execute()) {
            response.body().bytes();
            return response;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        client.dispatcher().executorService());
  }

  private static OkHttpClient client() {
    OkHttpClient.Builder builder = new OkHttpClient.Builder().retryOnConnectionFailure(false);
    IdleConnections.check(builder, Duration.ZERO);
    return builder.build();
  }

  private static ServerSocket listen() {
    try {
      return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
