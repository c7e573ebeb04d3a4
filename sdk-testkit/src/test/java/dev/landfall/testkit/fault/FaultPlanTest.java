package dev.landfall.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.model.OperationId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultPlanTest {

  private final FaultPlan faults = new FaultPlan();

  @Test
  void everyRuleCountsAndTheFirstThatHitsWins() {
    faults.onPublish().first().answer(501);
    faults.onPublish().second().answer(502);
    faults.onPublish().nth(2).answer(503);
    faults.onAny().nth(4).answer(504);

    assertThat(publish()).contains(answer(501));
    assertThat(publish()).contains(answer(502));
    assertThat(publish()).isEmpty();
    assertThat(publish()).contains(answer(504));
    assertThat(publish()).isEmpty();
  }

  @Test
  void nextOnesFormAQueue() {
    faults.onPublish().next().answer(501);
    faults.onPublish().next().answer(502);

    assertThat(publish()).contains(answer(501));
    assertThat(publish()).contains(answer(502));
    assertThat(publish()).isEmpty();
  }

  @Test
  void aRuleCountsFromWhenItIsMade() {
    publish();
    faults.onPublish().first().answer(503);

    assertThat(publish()).contains(answer(503));
    assertThat(publish()).isEmpty();
  }

  @Test
  void aRuleOfAnOperationCountsThatOperationOnly() {
    OperationId operation = OperationId.random();
    faults.onPublish().of(operation).second().answer(503);

    assertThat(publish(operation)).isEmpty();
    assertThat(publish()).isEmpty();
    assertThat(publish(operation)).contains(answer(503));
  }

  @Test
  void everyLastsUntilThePlanIsCleared() {
    faults.on(request -> request.path().endsWith("/commits")).every().answer(503);

    assertThat(publish()).contains(answer(503));
    assertThat(publish()).contains(answer(503));
    faults.clear();
    assertThat(publish()).isEmpty();
  }

  @Test
  void whatWasPlannedAndNeverHappenedIsNamedAsItWasWritten() {
    OperationId operation = OperationId.random();
    faults.onPublish().first().answer(503);
    faults.onPublish().second().applyThenDropAnswer();
    faults.onRecover().of(operation).every().refuse();
    faults.onPublish().nth(4).applyThenDeliverAgainAfter(2);
    publish();
    assertThat(faults.pending()).hasSize(3);

    assertThatThrownBy(faults::assertAllHappened)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("3 planned faults never happened:")
        .hasMessageContaining("onPublish().second().applyThenDropAnswer(): only 1 such request")
        .hasMessageContaining("onRecover().of(" + operation + ").every().refuse(): no such request")
        .hasMessageContaining("onPublish().nth(4).applyThenDeliverAgainAfter(2): only 1")
        .hasMessageNotContaining("answer(503)");
    faults.clear();
    faults.assertAllHappened();
  }

  @Test
  void aSecondDeliveryThatNeverCameIsPending() {
    faults.onPublish().first().applyThenDeliverAgainAfter(1);
    publish();

    assertThat(faults.pending())
        .singleElement()
        .asString()
        .contains("it was not delivered again, as too few publishes followed");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> faults.onPublish().first().applyThenDeliverAgainAfter(0))
        .withMessageContaining("give 1 or more");
  }

  @Test
  void refusesANumberThatNoRequestHas() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> faults.onAny().nth(0))
        .withMessageContaining("counted from 1");
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /v1/projects/demo/commits, PUBLISH",
    "POST, /lake/v1/projects/demo/commits, PUBLISH",
    "GET, /v1/projects/demo/commits, READ",
    "GET, /v1/projects/demo/operations/7?sha256=00, RECOVER",
    "POST, /a/b/v1/projects/demo/operations/7/abandon, ABANDON",
    "GET, /v1/projects/demo/operations/7/abandon, READ",
    "GET, /v1/projects, READ",
    "HEAD, /v1/projects/demo/branch?name=main, READ",
    "GET, '/v1/projects/demo/commits/c1/table?name=a/v1/projects/b/operations/7', READ",
    "POST, /v1/projects, OTHER",
    "DELETE, /v1/projects/demo/branch?name=main, OTHER",
    "GET, /health, OTHER",
  })
  void aRequestsKindIsToldFromItsMethodAndPath(String method, String target, RequestKind kind) {
    assertThat(RequestKind.of(method, target)).isEqualTo(kind);
  }

  private static Fault answer(int status) {
    return new Fault.Answer(false, CannedAnswer.of(status));
  }

  private Optional<Fault> publish() {
    return publish(OperationId.random());
  }

  private Optional<Fault> publish(OperationId operation) {
    RequestHead head =
        new RequestHead(
            "HTTP/1.1",
            "POST",
            "/v1/projects/demo/commits",
            List.of(new HeaderField("idempotency-key", operation.toString())));
    return faults.faultFor(new WireRequest(new RecordedRequest(1, head)), fault -> true);
  }
}
