package dev.landfall.testkit.fault;

import dev.landfall.model.OperationId;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** A client that never repeats a request, and says in a word what it saw. */
final class TestClient implements AutoCloseable {

  static final String ENDED = "ended";
  static final String TIMED_OUT = "timed out";

  private final OkHttpClient http;
  private final URI base;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  TestClient(FaultProxy proxy, Protocol protocol, Duration readTimeout) {
    this.base = proxy.uri();
    this.http =
        new OkHttpClient.Builder()
            .protocols(List.of(protocol))
            .retryOnConnectionFailure(false)
            .readTimeout(readTimeout)
            .build();
  }

  OkHttpClient http() {
    return http;
  }

  String publish(OperationId operation, String body) {
    return send(
        new Request.Builder()
            .url(base + "/v1/projects/demo/commits")
            .header("Idempotency-Key", operation.toString())
            .header("Authorization", "Bearer secret-token")
            .post(RequestBody.create(body, MediaType.get("application/json"))));
  }

  String get(String path) {
    return send(new Request.Builder().url(base + path));
  }

  String send(Request.Builder request) {
    try (Response response = http.newCall(request.build()).execute()) {
      return response.code() + " " + response.body().string();
    } catch (SocketTimeoutException e) {
      return TIMED_OUT;
    } catch (IOException e) {
      return ENDED;
    }
  }

  CompletableFuture<String> publishAsync(OperationId operation, String body) {
    return CompletableFuture.supplyAsync(() -> publish(operation, body), threads);
  }

  CompletableFuture<List<String>> manyAsync(int count) {
    return CompletableFuture.supplyAsync(
        () ->
            IntStream.range(0, count)
                .mapToObj(i -> publish(OperationId.random(), "body " + i))
                .toList(),
        threads);
  }

  @Override
  public void close() {
    http.dispatcher().cancelAll();
    http.connectionPool().evictAll();
    http.dispatcher().executorService().shutdownNow();
    threads.shutdownNow();
  }
}
