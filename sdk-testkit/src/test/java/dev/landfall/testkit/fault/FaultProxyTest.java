package dev.landfall.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.landfall.model.OperationId;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultProxyTest {

  private static final Duration BOUND = Duration.ofSeconds(20);
  static final List<Protocol> PROTOCOLS = Protocols.ALL;

  private static final String HTTP1_REQUEST =
      "GET /v1/projects HTTP/1.1\r\nHost: proxy\r\nConnection: keep-alive\r\n\r\n";

  /** Preface, empty SETTINGS, and HEADERS of a GET of "/" that end stream 1. */
  private static final String HTTP2_REQUEST =
      "505249202a20485454502f322e300d0a0d0a534d0d0a0d0a"
          + "000000040000000000"
          + "000003010500000001828684";

  private final FaultPlan faults = new FaultPlan();
  private CountingServer server;
  private FaultProxy proxy;

  @BeforeEach
  void start() throws Exception {
    server = new CountingServer();
    proxy = FaultProxy.start(server.uri(), faults);
  }

  @AfterEach
  void stop() {
    proxy.close();
    server.close();
  }

  @ParameterizedTest
  @FieldSource("PROTOCOLS")
  void whatNoRuleHitsPassesAndIsRecordedWithoutItsToken(Protocol protocol) {
    OperationId operation = OperationId.random();
    try (TestClient client = new TestClient(proxy, protocol, BOUND)) {
      assertThat(client.publish(operation, "one")).isEqualTo("200 answer 1 to one");
      assertThat(client.publish(operation, "two")).isEqualTo("200 answer 2 to two");
      assertThat(client.send(new Request.Builder().url(proxy.uri() + "/v1/projects").head()))
          .isEqualTo("200 ");
      assertThat(client.get("/v1/projects/demo/operations/" + operation + "?sha256=00"))
          .isEqualTo("200 answer 4 to ");
    }

    assertThat(proxy.connections()).as("one connection for all").isEqualTo(1);
    assertThat(server.authorizations()).containsOnly("Bearer secret-token");
    assertThat(proxy.requests())
        .extracting(WireRequest::kind)
        .containsExactly(
            RequestKind.PUBLISH, RequestKind.PUBLISH, RequestKind.READ, RequestKind.RECOVER);
    WireRequest first = proxy.requests().get(0);
    assertThat(first.path()).isEqualTo("/lake/v1/projects/demo/commits");
    assertThat(first.headers()).containsKey("authorization");
    assertThat(first.headers().toString() + first).doesNotContain("secret");
    assertThat(first.header("Idempotency-Key")).contains(operation.toString());
    assertThat(proxy.requests().get(3).operationId()).contains(operation);
  }

  @ParameterizedTest
  @FieldSource("PROTOCOLS")
  void largeAndChunkedBodiesPassWhole(Protocol protocol) {
    String large = "0123456789abcdef".repeat(200_000);
    try (TestClient client = new TestClient(proxy, protocol, BOUND)) {
      assertThat(client.send(post(chunked(large))))
          .isEqualTo("200 " + CountingServer.answer(1, large));
    }
    assertThat(server.bodies()).containsExactly(large);
    assertThat(proxy.requests().get(0).bodyText()).isEqualTo(large);
  }

  @ParameterizedTest
  @FieldSource("PROTOCOLS")
  void aClientThatWaitsToBeAskedForItsBodyIsAsked(Protocol protocol) {
    faults.onAny().second().closeInRequest();
    try (TestClient client = new TestClient(proxy, protocol, BOUND)) {
      Request.Builder waiting = post(chunked("asked")).header("Expect", "100-continue");

      assertThat(client.send(waiting)).isEqualTo("200 answer 1 to asked");
      assertThat(client.send(waiting)).isEqualTo(TestClient.ENDED);
    }
    assertThat(server.bodies()).containsExactly("asked");
    assertThat(proxy.requests().get(1).bodyText()).isEqualTo("as");
  }

  @ParameterizedTest
  @FieldSource("PROTOCOLS")
  void whatComesTogetherIsDelayedTogether(Protocol protocol) {
    int requests = 16;
    Duration roundTrip = Duration.ofMillis(500);
    faults.onAny().every().delayRequest(roundTrip);
    try (TestClient client = new TestClient(proxy, protocol, BOUND)) {
      long start = System.nanoTime();
      List<CompletableFuture<String>> calls = new ArrayList<>();
      for (int i = 0; i < requests; i++) {
        calls.add(client.publishAsync(OperationId.random(), "body"));
      }
      assertThat(calls).allSatisfy(call -> assertThat(call.join()).startsWith("200"));

      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isGreaterThanOrEqualTo(roundTrip)
          .isLessThan(roundTrip.multipliedBy(requests / 2));
    }
  }

  @ParameterizedTest
  @FieldSource("PROTOCOLS")
  void whatIsHeldArrivesThoughItsClientHasLeft(Protocol protocol) throws Exception {
    OperationId late = OperationId.random();
    Hold hold = faults.onPublish().of(late).first().holdRequest();
    try (TestClient client = new TestClient(proxy, protocol, Duration.ofMillis(300))) {
      assertThat(client.publish(late, "late")).isEqualTo(TestClient.TIMED_OUT);
    }
    hold.awaitArrival(BOUND);
    try (TestClient client = new TestClient(proxy, protocol, BOUND)) {
      assertThat(client.publish(OperationId.random(), "other")).startsWith("200");
    }
    assertThat(server.bodies()).containsExactly("other");

    hold.release();
    hold.awaitDelivery(BOUND);

    assertThat(server.bodies()).containsExactly("other", "late");
    assertThat(proxy.requests().get(0).serverStatuses()).containsExactly(200);
  }

  @ParameterizedTest
  @FieldSource("PROTOCOLS")
  void anOldRequestArrivesBeforeALaterOneHasItsAnswer(Protocol protocol) {
    OperationId old = OperationId.random();
    faults.onPublish().of(old).first().applyThenDeliverAgainAfter(2);
    try (TestClient client = new TestClient(proxy, protocol, BOUND)) {
      client.publish(old, "old");
      client.publish(OperationId.random(), "second");
      assertThat(faults.pending()).hasSize(1);
      client.publish(OperationId.random(), "third");
    }

    assertThat(server.bodies()).containsExactly("old", "second", "third", "old");
    assertThat(proxy.requests().get(0).deliveries()).isEqualTo(2);
    assertThat(faults.pending()).isEmpty();
  }

  @ParameterizedTest
  @FieldSource("PROTOCOLS")
  void refusalsAreInTheFormOfTheCatalog(Protocol protocol) {
    faults.onPublish().next().refuse();
    faults.onPublish().next().refuseAsBusy();
    faults.onPublish().next().crash();
    try (TestClient client = new TestClient(proxy, protocol, BOUND)) {
      assertThat(client.publish(OperationId.random(), "a"))
          .startsWith("403 {\"error\":{\"code\":\"permission-denied\"")
          .contains("Refused by the fault plan: refuse()");
      assertThat(client.publish(OperationId.random(), "b"))
          .startsWith("429 {\"error\":{\"code\":\"too-many-requests\"");
      assertThat(server.count()).isZero();
      assertThat(client.publish(OperationId.random(), "c")).startsWith("200");
    }
    assertThat(faults.pending()).as("a proxy cannot end its client").hasSize(1);
  }

  @ParameterizedTest
  @FieldSource("PROTOCOLS")
  void refusesConnectionsAndAcceptsThemAgainOnTheSamePort(Protocol protocol) throws Exception {
    Hold hold = faults.onPublish().first().holdRequest();
    try (TestClient client = new TestClient(proxy, protocol, BOUND)) {
      CompletableFuture<String> held = client.publishAsync(OperationId.random(), "held");
      hold.awaitArrival(BOUND);

      proxy.refuseConnections();

      assertThat(held.get(BOUND.toSeconds(), TimeUnit.SECONDS)).isEqualTo(TestClient.ENDED);
      assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
      assertThat(client.publish(OperationId.random(), "refused")).isEqualTo(TestClient.ENDED);
      assertThat(proxy.requests()).hasSize(1);
      hold.release();
      hold.awaitDelivery(BOUND);

      proxy.acceptConnections();

      assertThat(client.publish(OperationId.random(), "again")).isEqualTo("200 answer 2 to again");
      assertThat(proxy.connections()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @FieldSource("PROTOCOLS")
  void closesIdleConnectionsOnly(Protocol protocol) throws Exception {
    try (TestClient idle = new TestClient(proxy, protocol, BOUND);
        TestClient busy = new TestClient(proxy, protocol, BOUND)) {
      assertThat(idle.publish(OperationId.random(), "idle")).startsWith("200");
      Hold hold = faults.onPublish().first().holdRequest();
      CompletableFuture<String> held = busy.publishAsync(OperationId.random(), "busy");
      hold.awaitArrival(BOUND);
      // The exchange that is answered may be at its end a moment later.
      await()
          .atMost(BOUND)
          .until(
              () -> {
                proxy.closeIdleConnections();
                return proxy.openConnections() == 1;
              });

      hold.release();

      assertThat(held.get(BOUND.toSeconds(), TimeUnit.SECONDS)).startsWith("200");
    }
  }

  @ParameterizedTest
  @FieldSource("PROTOCOLS")
  void sixteenClientsAtOnceAreCountedInOneOrder(Protocol protocol) {
    int clients = 16;
    int each = 20;
    faults.onPublish().nth(7).answer(503);
    faults.onPublish().nth(100).applyThenDropAnswer();
    faults.onPublish().nth(200).deliverTwice();
    List<TestClient> all = new ArrayList<>();
    try {
      for (int i = 0; i < clients; i++) {
        all.add(new TestClient(proxy, protocol, BOUND));
      }
      List<CompletableFuture<List<String>>> running =
          all.stream().map(c -> c.manyAsync(each)).toList();
      List<String> seen =
          running.stream().flatMap(r -> r.orTimeout(60, TimeUnit.SECONDS).join().stream()).toList();

      assertThat(seen).hasSize(clients * each);
      assertThat(seen).filteredOn("503 "::equals).hasSize(1);
      assertThat(seen).filteredOn(TestClient.ENDED::equals).hasSize(1);
      assertThat(server.count()).isEqualTo(clients * each);
      assertThat(proxy.requests())
          .extracting(WireRequest::number)
          .containsExactlyElementsOf(IntStream.rangeClosed(1, clients * each).boxed().toList());
      assertThat(proxy.requests().get(6).fault()).isPresent();
      assertThat(proxy.requests().get(99).fault()).contains(Fault.Break.APPLY_THEN_DROP_ANSWER);
      assertThat(proxy.requests().get(199).serverStatuses()).containsExactly(200, 200);
    } finally {
      all.forEach(TestClient::close);
    }
  }

  @ParameterizedTest
  @FieldSource("PROTOCOLS")
  void closeEndsEveryThreadWhateverIsUnderWay(Protocol protocol) throws Exception {
    Set<Thread> before = threads();
    FaultPlan plan = new FaultPlan();
    FaultProxy closing = FaultProxy.start(server.uri(), plan);
    Hold request = plan.onPublish().next().holdRequest();
    Hold answer = plan.onPublish().next().holdAnswer();
    Hold again = plan.onPublish().next().applyThenDeliverAgain();
    plan.onPublish().next().stall();
    plan.onPublish().next().delayRequest(Duration.ofHours(1));
    try (TestClient client = new TestClient(closing, protocol, BOUND)) {
      List<CompletableFuture<String>> calls = new ArrayList<>();
      for (int i = 1; i <= 5; i++) {
        calls.add(client.publishAsync(OperationId.random(), "body"));
        closing.awaitRequests(RequestKind.PUBLISH, i, BOUND);
      }
      request.awaitArrival(BOUND);
      answer.awaitArrival(BOUND);
      again.awaitArrival(BOUND);

      closing.close();
      closing.close();

      for (CompletableFuture<String> call : calls) {
        assertThat(call.get(BOUND.toSeconds(), TimeUnit.SECONDS))
            .matches(seen -> seen.equals(TestClient.ENDED) || seen.startsWith("200"));
      }
    }
    String name = "fault-proxy-" + closing.uri().getPort();
    await()
        .atMost(BOUND)
        .untilAsserted(
            () ->
                assertThat(threads())
                    .filteredOn(t -> !before.contains(t))
                    .extracting(Thread::getName)
                    .noneMatch(n -> n.startsWith(name) || n.contains("Scheduler")));
    assertThat(server.count()).as("what was held is not delivered any more").isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void resetIsATcpResetAndCloseIsNot(boolean http2) throws Exception {
    faults.onAny().next().reset();
    faults.onAny().next().closeAfterRequest();
    byte[] request =
        http2
            ? HexFormat.of().parseHex(HTTP2_REQUEST)
            : HTTP1_REQUEST.getBytes(StandardCharsets.US_ASCII);

    assertThatThrownBy(() -> readToEnd(request))
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("reset");
    byte[] received = readToEnd(request);

    // With HTTP/2 the connection's own frames come first, each of a type from 4 on.
    assertThat(received.length > 0).isEqualTo(http2);
    assertThat(frameTypes(received)).allMatch(type -> type >= 4);
    assertThat(proxy.requests()).hasSize(2);
  }

  @Test
  void aCutAnswerIsHalfOfIt() throws Exception {
    faults.onRead().every().applyThenCutAnswer();

    String received =
        new String(
            readToEnd(HTTP1_REQUEST.getBytes(StandardCharsets.US_ASCII)), StandardCharsets.UTF_8);

    String body = CountingServer.answer(1, "");
    assertThat(received)
        .startsWith("HTTP/1.1 200 OK\r\n")
        .contains("Content-Length: " + body.length() + "\r\n")
        .endsWith("\r\n\r\n" + body.substring(0, body.length() / 2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GARBAGE\r\n\r\n",
        "GET nowhere HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\n\n",
        "GET / HTTP/1.1\r\nName : spaced\r\n\r\n",
        "GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n1",
        "POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n1",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1",
        "POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n1",
      })
  void whatIsNoHttpIsRefusedAndNotForwarded(String bytes) throws Exception {
    String answer =
        new String(readToEnd(bytes.getBytes(StandardCharsets.US_ASCII)), StandardCharsets.UTF_8);

    assertThat(answer).startsWith("HTTP/1.1 400 ");
    assertThat(proxy.requests()).isEmpty();
    assertThat(server.count()).isZero();
  }

  @Test
  void aServerThatIsGoneEndsTheConnection() {
    server.close();
    try (TestClient client = new TestClient(proxy, Protocol.HTTP_1_1, BOUND)) {
      assertThat(client.publish(OperationId.random(), "body")).isEqualTo(TestClient.ENDED);
    }
    assertThat(proxy.requests().get(0).deliveries()).isZero();
    assertThat(proxy.requests().get(0).serverStatuses()).isEmpty();
  }

  @Test
  void waitingForWhatDoesNotComeNamesWhatCame() {
    try (TestClient client = new TestClient(proxy, Protocol.HTTP_1_1, BOUND)) {
      client.get("/v1/projects");
    }

    assertThatThrownBy(() -> proxy.awaitRequests(RequestKind.PUBLISH, 1, Duration.ofMillis(20)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("PUBLISH")
        .hasMessageContaining("GET /lake/v1/projects");
  }

  private Request.Builder post(RequestBody body) {
    return new Request.Builder().url(proxy.uri() + "/v1/projects/demo/commits").post(body);
  }

  private static RequestBody chunked(String text) {
    return new RequestBody() {
      @Override
      public MediaType contentType() {
        return MediaType.get("application/json");
      }

      @Override
      public void writeTo(BufferedSink sink) throws IOException {
        sink.writeUtf8(text);
      }
    };
  }

  private Socket connect() throws IOException {
    return new Socket(proxy.uri().getHost(), proxy.uri().getPort());
  }

  private byte[] readToEnd(byte[] request) throws IOException {
    try (Socket socket = connect()) {
      socket.setSoTimeout((int) BOUND.toMillis());
      socket.getOutputStream().write(request);
      InputStream in = socket.getInputStream();
      return in.readAllBytes();
    }
  }

  private static List<Integer> frameTypes(byte[] frames) {
    List<Integer> types = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(frames);
    while (in.hasRemaining()) {
      int lengthAndType = in.getInt();
      types.add(lengthAndType & 0xff);
      in.position(in.position() + 5 + (lengthAndType >>> 8));
    }
    return types;
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream().collect(Collectors.toSet());
  }
}
