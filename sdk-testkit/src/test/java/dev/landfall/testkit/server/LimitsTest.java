package dev.landfall.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.internal.wire.RequestCodec;
import dev.landfall.model.ProjectName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.internal.http2.StreamResetException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is too long, too slow or too much is refused, and has no effect. */
@Timeout(120)
class LimitsTest {

  private static final String POST =
      "POST /v1/projects HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";

  @TempDir Path directory;
  private BareLake lake;
  private FaultyCatalog catalog;
  private CatalogServer server;

  @BeforeEach
  void create() {
    lake = BareLake.create(directory.resolve("lake"));
    catalog = new FaultyCatalog(lake.catalog);
  }

  @AfterEach
  void stop() {
    server.close();
    lake.close();
  }

  private void serve(UnaryOperator<CatalogServer.Builder> settings) {
    server = settings.apply(CatalogServer.builder(catalog)).start();
  }

  @Test
  void aBodyMayBeAsLongAsAllowedAndNoByteLonger() throws Exception {
    byte[] body = RequestCodec.encodeCreateProject(new ProjectName("exact"));
    serve(builder -> builder.maxRequestBytes(body.length));
    assertThat(RawHttp.post(server.uri(), "/v1/projects", "", body).status()).isEqualTo(201);
    String before = lake.state();
    // Refused for what it announces: not a byte of it is sent.
    try (RawHttp http = RawHttp.connect(server.uri())) {
      http.send(POST + "Content-Length: " + (body.length + 1) + "\r\n\r\n");
      RawHttp.Answer answer = http.answer();
      assertThat(answer.code()).isEqualTo("request-too-large");
      assertThat(answer.header("Connection")).isEqualTo("close");
      assertThat(http.isEnded()).isTrue();
    }
    try (RawHttp http = RawHttp.connect(server.uri())) {
      http.send(POST + "Transfer-Encoding: chunked\r\n\r\n");
      http.send(Integer.toHexString(body.length) + "\r\n");
      http.send(body);
      http.send("\r\n1\r\nx\r\n0\r\n\r\n");
      assertThat(http.answer().code()).isEqualTo("request-too-large");
    }
    assertThat(lake.state()).isEqualTo(before);
  }

  @Test
  void aChunkedBodyWithinTheLimitIsRead() throws Exception {
    serve(builder -> builder);
    byte[] body = RequestCodec.encodeCreateProject(new ProjectName("chunked"));
    try (RawHttp http = RawHttp.connect(server.uri())) {
      http.send(POST + "Transfer-Encoding: chunked\r\n\r\n");
      for (byte b : body) {
        http.send("1\r\n" + (char) b + "\r\n");
      }
      http.send("0\r\n\r\n");
      assertThat(http.answer().status()).isEqualTo(201);
    }
  }

  @Test
  void aLongUriAndLongHeadersHaveTheirOwnCodes() throws Exception {
    serve(builder -> builder);
    RawHttp.Answer uri = RawHttp.get(server.uri(), "/v1/projects?pageToken=" + "x".repeat(20_000));
    assertThat(uri.code()).isEqualTo("uri-too-long");
    RawHttp.Answer headers =
        RawHttp.ask(
            server.uri(), "GET", "/health", "X: " + "y".repeat(20_000) + "\r\n", new byte[0]);
    assertThat(headers.code()).isEqualTo("headers-too-large");
    assertThat(headers.header("Connection")).isEqualTo("close");
  }

  @Test
  void overHttp2OnlyTheStreamWithLongHeadersIsRefused() throws Exception {
    serve(builder -> builder);
    OkHttpClient client =
        new OkHttpClient.Builder()
            .protocols(List.of(Protocol.H2_PRIOR_KNOWLEDGE))
            .retryOnConnectionFailure(false)
            .callTimeout(Duration.ofSeconds(20))
            .build();
    Request.Builder health = new Request.Builder().url(server.uri() + "/health");
    try {
      Request tooLong = health.header("X", "~".repeat(17_000)).build();
      assertThatThrownBy(() -> client.newCall(tooLong).execute())
          .isInstanceOf(StreamResetException.class);
      try (Response response = client.newCall(health.removeHeader("X").build()).execute()) {
        assertThat(response.code()).isEqualTo(200);
        assertThat(response.protocol()).isEqualTo(Protocol.H2_PRIOR_KNOWLEDGE);
      }
    } finally {
      client.dispatcher().executorService().shutdown();
      client.connectionPool().evictAll();
    }
  }

  @Test
  void aBodyThatTricklesIsGivenUp() throws Exception {
    serve(builder -> builder.idleTimeout(Duration.ofMillis(500)));
    try (RawHttp http = RawHttp.connect(server.uri())) {
      http.send(POST + "Content-Length: 1000000\r\n\r\n");
      http.within(50);
      // One byte at a time, each in time for the idle timeout.
      RawHttp.Answer answer =
          Awaitility.await()
              .atMost(Duration.ofSeconds(20))
              .pollInterval(Duration.ofMillis(50))
              .until(() -> sendOneMore(http), a -> a != null);
      assertThat(answer.code()).isEqualTo("invalid-request");
    }
  }

  private static RawHttp.Answer sendOneMore(RawHttp http) throws Exception {
    try {
      http.send(" ");
      return http.answer();
    } catch (java.net.SocketTimeoutException e) {
      return null;
    }
  }

  @Test
  void whatDoesNotFitIntoTheQueueIsRefusedAtOnceAndTheRestIsAnswered() throws Exception {
    serve(builder -> builder.maxConcurrent(2).maxQueued(3));
    catalog.hold();
    List<RawHttp> running = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) {
        running.add(asking());
      }
      catalog.awaitHeld(2);
      // Three of these wait; whichever comes when they do is refused.
      for (int i = 0; i < 3; i++) {
        running.add(asking());
      }
      RawHttp.Answer refused =
          Awaitility.await()
              .atMost(Duration.ofSeconds(20))
              .until(this::askedBriefly, answer -> answer != null);
      assertThat(refused.code()).isEqualTo("too-many-requests");
      assertThat(refused.header("Retry-After")).isEqualTo("1");
      assertThat(RawHttp.get(server.uri(), "/health").status()).isEqualTo(200);
      catalog.release();
      for (RawHttp http : running) {
        assertThat(http.answer().status()).isIn(200, 429);
      }
      assertThat(RawHttp.get(server.uri(), "/v1/projects/demo").status()).isEqualTo(200);
    } finally {
      for (RawHttp http : running) {
        http.close();
      }
    }
  }

  private RawHttp asking() throws Exception {
    RawHttp http = RawHttp.connect(server.uri());
    http.send("GET", "/v1/projects/demo", "", new byte[0]);
    return http;
  }

  /** Asks, and leaves if there is no answer at once; its place in the queue stays taken. */
  private RawHttp.Answer askedBriefly() throws Exception {
    try (RawHttp http = asking()) {
      http.within(300);
      return http.answer();
    } catch (java.net.SocketTimeoutException e) {
      return null;
    }
  }
}
