package dev.landfall.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnauthenticatedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.ConflictKind;
import dev.landfall.model.OperationId;
import dev.landfall.model.TableConflict;
import dev.landfall.model.TableName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules R1, R2 and R3: one request on every send, the first result of a replay, typed refusals. */
class DefiniteAnswerTest {

  private final Publishing publishing = new Publishing();
  private final ScriptedCatalog catalog = publishing.catalog;
  private final PublishRequest request = Requests.fresh();

  @Test
  void r1_everySendRepeatsTheSameRequest() {
    catalog
        .fail(UnavailableException.maybeSent("lost", null))
        .fail(UnavailableException.notSent("refused", null))
        .fail(new IllegalStateException("broken"));

    publishing.publisher(4).publish(request, SendHistory.neverSent());

    assertThat(catalog.sent).hasSize(4).allSatisfy(sent -> assertThat(sent).isSameAs(request));
    assertThat(catalog.sent.get(3).bytes()).isEqualTo(request.bytes());
  }

  @Test
  void r2_aReplayAnswersTheFirstResultAlsoWhenTheBranchHasMovedOn() {
    Publisher publisher = publishing.publisher(1);
    publisher.publish(request, SendHistory.neverSent());
    publisher.publish(
        Requests.of(OperationId.random(), "next", catalog.head(), "main", "orders"),
        SendHistory.neverSent());

    assertThat(publisher.publish(request, SendHistory.neverSent()))
        .isEqualTo(new PublishOutcome.Published(Requests.commitOf(request), true));
    assertThat(catalog.history).hasSize(2);
    assertThat(catalog.head()).isNotEqualTo(Requests.commitOf(request).id());
  }

  @Test
  void r3_aMovedBranchIsDefiniteWithoutALookUp() {
    catalog.answer(new PublishAnswer.BranchMoved(Requests.H7));
    Publisher publisher = publishing.publisher(4);

    assertThat(publisher.publish(request, SendHistory.neverSent()))
        .isEqualTo(new PublishOutcome.BranchMoved(Requests.H0, Requests.H7));
    assertThat(catalog.sent).hasSize(1);
    assertThat(catalog.lookUps).isZero();
    assertThat(publisher.recover(request)).isEmpty();
  }

  @Test
  void r3_aBranchThatIsGoneHasNoActualHead() {
    catalog.answer(new PublishAnswer.BranchMoved(null));
    assertThat(publishing.publisher(4).publish(request, SendHistory.neverSent()))
        .isEqualTo(new PublishOutcome.BranchMoved(Requests.H0, null));
  }

  @Test
  void r3_aConflictIsDefiniteAndNamesTheTables() {
    List<TableConflict> conflicts =
        List.of(new TableConflict(TableName.of("labels"), ConflictKind.NAME_TAKEN, "taken"));
    catalog.answer(new PublishAnswer.Conflicted(conflicts));
    Publisher publisher = publishing.publisher(4);

    assertThat(publisher.publish(request, SendHistory.neverSent()))
        .isEqualTo(new PublishOutcome.Conflicted(conflicts));
    assertThat(catalog.sent).hasSize(1);
    assertThat(publisher.recover(request)).isEmpty();
  }

  @Test
  void r4_aRefusalIsNotRepeatedAndIsTheError() {
    InvalidRequestException refusal = new InvalidRequestException("no");
    catalog.fail(refusal);
    assertThat(publishing.publisher(4).publish(request, SendHistory.neverSent()))
        .isEqualTo(new PublishOutcome.Failed(refusal));
    assertThat(catalog.sent).hasSize(1);
  }

  @Test
  void r4_attemptsThatNeverLeftFailForCertain() {
    UnavailableException last = UnavailableException.notSent("refused", null);
    catalog.fail(UnavailableException.notSent("refused", null)).fail(last);
    assertThat(publishing.publisher(2).publish(request, SendHistory.neverSent()))
        .isEqualTo(new PublishOutcome.Failed(last));
    assertThat(catalog.history).isEmpty();
  }

  @Test
  void r4_anEarlierUnknownPublishIsNotUndoneByARefusalOfALaterOne() {
    SendHistory history = SendHistory.neverSent();
    catalog
        .applyThenFail(UnavailableException.maybeSent("lost", null))
        .fail(new UnauthenticatedException("expired"))
        .fail(UnavailableException.notSent("refused", null));
    Publisher publisher = publishing.publisher(1);

    assertThat(publisher.publish(request, history)).isInstanceOf(PublishOutcome.Unknown.class);
    assertThat(publisher.publish(request, history)).isInstanceOf(PublishOutcome.Unknown.class);
    assertThat(publisher.publish(request, history)).isInstanceOf(PublishOutcome.Unknown.class);
    assertThat(publisher.publish(request, history)).isInstanceOf(PublishOutcome.Published.class);
    assertThat(catalog.history).hasSize(1);
  }

  @Test
  void r4_aDefiniteFailureLeavesTheNextOneDefinite() {
    SendHistory history = SendHistory.neverSent();
    catalog.fail(new InvalidRequestException("no")).fail(new InvalidRequestException("no"));
    Publisher publisher = publishing.publisher(1);
    assertThat(publisher.publish(request, history)).isInstanceOf(PublishOutcome.Failed.class);
    assertThat(publisher.publish(request, history)).isInstanceOf(PublishOutcome.Failed.class);
  }

  @Test
  void r4_aRefusalWhileAnotherPublishIsUnderWayProvesNothing() {
    SendHistory history = SendHistory.neverSent();
    Publisher publisher = publishing.publisher(1);
    List<PublishOutcome> inner = new ArrayList<>();
    catalog
        .onPublish(
            outer -> {
              inner.add(publisher.publish(request, history));
              return catalog.apply(outer);
            })
        .fail(new UnauthenticatedException("expired"));

    assertThat(publisher.publish(request, history)).isInstanceOf(PublishOutcome.Published.class);
    assertThat(inner).singleElement().isInstanceOf(PublishOutcome.Unknown.class);
  }

  @Test
  void r4_afterAFailureOfTheMachineARefusalProvesNothing() {
    SendHistory history = SendHistory.neverSent();
    Publisher publisher = publishing.publisher(4);
    catalog
        .applyThenFail(new OutOfMemoryError("played"))
        .fail(new UnauthenticatedException("expired"));

    assertThatThrownBy(() -> publisher.publish(request, history))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(catalog.sent).hasSize(1);
    assertThat(publisher.publish(request, history)).isInstanceOf(PublishOutcome.Unknown.class);
  }

  @Test
  void r4_aFaultOfTheSdkItselfAfterSendingIsUnknown() {
    IllegalStateException fault = new IllegalStateException("played");
    SendHistory history = SendHistory.neverSent();
    catalog
        .applyThenFail(UnavailableException.maybeSent("lost", null))
        .fail(new UnauthenticatedException("expired"));
    publishing.time.beforeWait(
        () -> {
          throw fault;
        });
    Publisher publisher = publishing.publisher(4);

    assertThat(publisher.publish(request, history))
        .isEqualTo(new PublishOutcome.Unknown(List.of(), fault));
    assertThat(publisher.publish(request, history)).isInstanceOf(PublishOutcome.Unknown.class);
    assertThat(publisher.recover(request)).isPresent();
  }
}
