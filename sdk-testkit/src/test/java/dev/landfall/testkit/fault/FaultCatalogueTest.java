package dev.landfall.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.landfall.model.OperationId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import okhttp3.Protocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each fault does: to the server, to the client, and in the log. */
class FaultCatalogueTest {

  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final String BODY = "the body of a request, long enough to be cut in two";
  private static final String FIRST = "200 " + CountingServer.answer(1, BODY);
  private static final String SECOND = "200 " + CountingServer.answer(2, BODY);

  /** How often the server gets the request, and what the client sees. */
  record Effect(int deliveries, String seen) {}

  private static final Map<String, Effect> EFFECTS =
      Map.ofEntries(
          Map.entry("closeBeforeRequest()", new Effect(0, TestClient.ENDED)),
          Map.entry("closeInRequest()", new Effect(0, TestClient.ENDED)),
          Map.entry("closeAfterRequest()", new Effect(0, TestClient.ENDED)),
          Map.entry("reset()", new Effect(0, TestClient.ENDED)),
          Map.entry("stall()", new Effect(0, TestClient.TIMED_OUT)),
          Map.entry("applyThenDropAnswer()", new Effect(1, TestClient.ENDED)),
          Map.entry("applyThenCutAnswer()", new Effect(1, TestClient.ENDED)),
          Map.entry("applyThenReset()", new Effect(1, TestClient.ENDED)),
          Map.entry("applyThenStall()", new Effect(1, TestClient.TIMED_OUT)),
          Map.entry("deliverTwice()", new Effect(2, SECOND)),
          Map.entry("answer(503)", new Effect(0, "503 ")),
          Map.entry("applyThenAnswer(502)", new Effect(1, "502 ")),
          Map.entry("delayRequest(PT0.05S)", new Effect(1, FIRST)),
          Map.entry("delayAnswer(PT0.05S)", new Effect(1, FIRST)),
          Map.entry("holdRequest()", new Effect(1, FIRST)),
          Map.entry("holdAnswer()", new Effect(1, FIRST)),
          Map.entry("applyThenDeliverAgain()", new Effect(2, FIRST)));

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

  static Stream<Arguments> faultsAndProtocols() {
    // A catalogue for each protocol, as a hold is released once.
    return Protocols.ALL.stream()
        .flatMap(p -> Fault.catalogue().stream().map(fault -> Arguments.of(fault, p)));
  }

  @ParameterizedTest
  @MethodSource("faultsAndProtocols")
  void everyFaultDoesWhatItSays(Fault fault, Protocol protocol) throws Exception {
    Effect effect = EFFECTS.get(fault.toString());
    assertThat(effect).as("what %s is to do", fault).isNotNull();
    boolean stalls = effect.seen.equals(TestClient.TIMED_OUT);
    OperationId operation = OperationId.random();
    faults.onPublish().first().inject(fault);

    try (TestClient client =
        new TestClient(proxy, protocol, stalls ? Duration.ofMillis(500) : BOUND)) {
      CompletableFuture<String> answer = client.publishAsync(operation, BODY);
      if (fault instanceof Fault.Held held) {
        held.hold().awaitArrival(BOUND);
        assertThat(answer).as("nothing is seen before the release").isNotDone();
        assertThat(server.count()).isEqualTo(held.point() == Fault.Point.REQUEST ? 0 : 1);
        held.hold().release();
      }
      assertThat(answer.get(BOUND.toSeconds(), TimeUnit.SECONDS)).isEqualTo(effect.seen);
      if (fault instanceof Fault.DeliverAgain again) {
        assertThat(server.count()).isEqualTo(1);
        again.hold().release();
        again.hold().awaitDelivery(BOUND);
      }
    }

    assertThat(server.bodies()).hasSize(effect.deliveries).allMatch(BODY::equals);
    assertThat(fault.deliveries()).isEqualTo(effect.deliveries);
    assertThat(proxy.requests()).hasSize(1);
    WireRequest request = proxy.requests().get(0);
    assertThat(request.kind()).isEqualTo(RequestKind.PUBLISH);
    assertThat(request.operationId()).contains(operation);
    assertThat(request.fault()).contains(fault);
    assertThat(request.deliveries()).isEqualTo(effect.deliveries);
    assertThat(request.serverStatuses()).hasSize(effect.deliveries).allMatch(s -> s == 200);
    assertThat(request.protocol()).isEqualTo(protocol == Protocol.HTTP_1_1 ? "HTTP/1.1" : "HTTP/2");
    assertThat(request.bodyText()).isEqualTo(recordedBody(fault));
    // Whatever happened, the proxy notices that the client has left.
    await().atMost(BOUND).until(() -> proxy.openConnections() == 0);
    passesAfterwards(protocol);
  }

  private void passesAfterwards(Protocol protocol) {
    try (TestClient client = new TestClient(proxy, protocol, BOUND)) {
      assertThat(client.publish(OperationId.random(), "next")).startsWith("200 answer");
    }
    assertThat(proxy.requests(RequestKind.PUBLISH).get(1).fault()).isEqualTo(Optional.empty());
  }

  private static String recordedBody(Fault fault) {
    if (fault == Fault.Break.CLOSE_BEFORE_REQUEST) {
      return "";
    }
    return fault == Fault.Break.CLOSE_IN_REQUEST ? BODY.substring(0, BODY.length() / 2) : BODY;
  }

  static Stream<Arguments> answersAndProtocols() {
    return CannedAnswer.catalogue().stream()
        .flatMap(answer -> Protocols.ALL.stream().map(p -> Arguments.of(answer, p)));
  }

  @ParameterizedTest
  @MethodSource("answersAndProtocols")
  void everyCannedAnswerArrivesAsItIs(CannedAnswer answer, Protocol protocol) {
    faults.onAny().every().applyThenAnswer(answer);

    try (TestClient client = new TestClient(proxy, protocol, BOUND)) {
      assertThat(client.get("/v1/projects/demo")).isEqualTo(answer.status() + " " + answer.body());
    }
    // A client may repeat what a 408 or a 503 invites it to; each time it is applied.
    assertThat(server.count()).isEqualTo(proxy.count(RequestKind.READ)).isPositive();
  }
}
