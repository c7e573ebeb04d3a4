package dev.landfall.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.Attempt;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios B01, B02, B04, B09, B10, B11 and B20, as the state machine sees them at the port. */
class PublishScenarioTest {

  private final Publishing publishing = new Publishing();
  private final ScriptedCatalog catalog = publishing.catalog;
  private final PublishRequest f = Requests.fresh();
  private final CommitInfo h1 = Requests.commitOf(f);

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504})
  void b01_aProxysErrorAfterTheCatalogCommittedIsUnknown(int status) {
    UnavailableException answer = UnavailableException.maybeSent("status " + status, null);
    catalog.applyThenFail(answer);
    Publisher publisher = publishing.publisher(1);

    PublishOutcome outcome = publisher.publish(f, SendHistory.neverSent());

    assertThat(outcome)
        .isInstanceOfSatisfying(
            PublishOutcome.Unknown.class,
            unknown -> {
              assertThat(unknown.lastFailure()).isSameAs(answer);
              assertThat(unknown.attempts())
                  .extracting(Attempt::failure)
                  .containsExactly("UnavailableException: status " + status);
            });
    assertThat(catalog.sent).hasSize(1);
    assertThat(publisher.recover(f)).contains(h1);
    assertThat(catalog.history).containsExactly(h1);
  }

  @Test
  void b01_aRepeatFindsTheCommitThatTheProxyHid() {
    catalog.applyThenFail(UnavailableException.maybeSent("status 503", null));
    assertThat(publishing.publisher(3).publish(f, SendHistory.neverSent()))
        .isEqualTo(new PublishOutcome.Published(h1, true));
    assertThat(catalog.history).containsExactly(h1);
  }

  @Test
  void b01_controlWithoutForwardingThereIsNoRecordAndTheSameRequestLands() {
    catalog.fail(UnavailableException.maybeSent("status 503", null));
    Publisher publisher = publishing.publisher(1);
    assertThat(publisher.publish(f, SendHistory.neverSent()))
        .isInstanceOf(PublishOutcome.Unknown.class);
    assertThat(publisher.recover(f)).isEmpty();
    assertThat(publisher.publish(f, SendHistory.neverSent()))
        .isEqualTo(new PublishOutcome.Published(h1, false));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void b02_aFailureAfterTheDurablePointIsNeverALostRace(int attempts) {
    catalog.applyThenFail(new IllegalStateException("the database's answer was lost"));
    Publisher publisher = publishing.publisher(attempts);
    PublishOutcome outcome = publisher.publish(f, SendHistory.neverSent());
    if (attempts == 1) {
      assertThat(outcome).isInstanceOf(PublishOutcome.Unknown.class);
    } else {
      assertThat(outcome).isEqualTo(new PublishOutcome.Published(h1, true));
    }
    assertThat(publisher.recover(f)).contains(h1);
  }

  @Test
  void b02_aFailureBeforeTheDurablePointLeavesNoRecord() {
    catalog.fail(new IllegalStateException("the database refused"));
    Publisher publisher = publishing.publisher(1);
    assertThat(publisher.publish(f, SendHistory.neverSent()))
        .isInstanceOf(PublishOutcome.Unknown.class);
    assertThat(publisher.recover(f)).isEmpty();
    assertThat(publisher.publish(f, SendHistory.neverSent()))
        .isEqualTo(new PublishOutcome.Published(h1, false));
  }

  @Test
  void b04_aCatalogThatKnowsOperationsAnswersTheRepeatWithTheCommit() {
    catalog.applyThenFail(UnavailableException.maybeSent("status 504", null));
    assertThat(publishing.publisher(3).publish(f, SendHistory.neverSent()))
        .isEqualTo(new PublishOutcome.Published(h1, true));
    assertThat(catalog.sent).hasSize(2);
    assertThat(catalog.sent.get(0).bytes()).isEqualTo(catalog.sent.get(1).bytes());
  }

  @Test
  void b04_theOwnCommitIsNotTakenForARivals() {
    catalog
        .applyThenFail(UnavailableException.maybeSent("status 504", null))
        .answer(new PublishAnswer.BranchMoved(h1.id()));
    assertThat(publishing.publisher(3).publish(f, SendHistory.neverSent()))
        .isEqualTo(new PublishOutcome.Published(h1, true));
    assertThat(catalog.lookUps).isEqualTo(1);
  }

  @Test
  void b04_aMovedBranchThatCannotBeExplainedIsUnknown() {
    UnavailableException lost = UnavailableException.maybeSent("status 500", null);
    catalog
        .applyThenFail(UnavailableException.maybeSent("status 504", null))
        .answer(new PublishAnswer.BranchMoved(h1.id()))
        .onLookUp(() -> ScriptedCatalog.thrown(lost))
        .onLookUp(() -> ScriptedCatalog.thrown(lost));
    assertThat(publishing.publisher(2).publish(f, SendHistory.neverSent()))
        .isInstanceOfSatisfying(
            PublishOutcome.Unknown.class,
            unknown -> {
              assertThat(unknown.attempts()).hasSize(1);
              assertThat(unknown.lastFailure()).isSameAs(lost);
            });
  }

  @Test
  void b04_controlARivalsCommitIsABranchThatMoved() {
    catalog.answer(new PublishAnswer.BranchMoved(Requests.H7));
    Publisher publisher = publishing.publisher(3);
    assertThat(publisher.publish(f, SendHistory.neverSent()))
        .isEqualTo(new PublishOutcome.BranchMoved(Requests.H0, Requests.H7));
    assertThat(publisher.recover(f)).isEmpty();
    assertThat(catalog.sent).hasSize(1);
  }

  @Test
  void b09_aParkedRequestThatArrivesAfterItsRepeatIsAnsweredWithTheCommit() {
    Publisher publisher = publishWithTheFirstRequestParked();
    assertThat(publisher.publish(f, SendHistory.neverSent()))
        .isEqualTo(new PublishOutcome.Published(h1, false));
    assertThat(catalog.apply(f)).isEqualTo(new PublishAnswer.Published(h1, true));
    assertThat(catalog.history).containsExactly(h1);
  }

  @Test
  void b09_aParkedRequestThatArrivesAfterOtherWorkIsRefused() {
    Publisher publisher = publishWithTheFirstRequestParked();
    PublishRequest g = Requests.fresh();
    publisher.publish(g, SendHistory.neverSent());
    assertThat(catalog.apply(f)).isInstanceOf(PublishAnswer.BranchMoved.class);
    assertThat(catalog.history).containsExactly(Requests.commitOf(g));
    assertThat(publisher.recover(f)).isEmpty();
  }

  @Test
  void b09_aParkedRequestThatArrivesFirstWinsAndIsRecovered() {
    Publisher publisher = publishWithTheFirstRequestParked();
    assertThat(catalog.apply(f)).isEqualTo(new PublishAnswer.Published(h1, false));
    assertThat(publisher.publish(Requests.fresh(), SendHistory.neverSent()))
        .isEqualTo(new PublishOutcome.BranchMoved(Requests.H0, h1.id()));
    assertThat(publisher.recover(f)).contains(h1);
  }

  @Test
  void b10_anotherRequestUnderAUsedOperationIsADefiniteErrorOfItsOwn() {
    Publisher publisher = publishing.publisher(3);
    publisher.publish(f, SendHistory.neverSent());
    OperationId u = f.operationId();
    for (PublishRequest altered :
        List.of(
            Requests.of(u, "another message", Requests.H0, "main", "labels"),
            Requests.of(u, "Add labels", Requests.H0, "main", "more"),
            Requests.of(u, "Add labels", Requests.H7, "main", "labels"),
            Requests.of(u, "Add labels", Requests.H0, "other", "labels"))) {
      int sent = catalog.sent.size();
      assertThat(publisher.publish(altered, SendHistory.neverSent()))
          .isInstanceOfSatisfying(
              PublishOutcome.Failed.class,
              failed -> assertThat(failed.error()).isInstanceOf(OperationMismatchException.class));
      assertThat(catalog.sent).hasSize(sent + 1);
      assertThatThrownBy(() -> publisher.recover(altered))
          .isInstanceOf(OperationMismatchException.class);
    }
    assertThat(catalog.history).containsExactly(h1);
    assertThat(publisher.recover(f)).contains(h1);
  }

  @Test
  @Timeout(60)
  void b11_twoThreadsThatPublishOneRequestGetOneCommit() throws Exception {
    CountDownLatch bothSent = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      catalog.onPublish(
          request -> {
            bothSent.countDown();
            await(bothSent);
            return catalog.apply(request);
          });
    }
    Publisher publisher = publishing.publisher(1);
    SendHistory history = SendHistory.neverSent();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<PublishOutcome>> outcomes = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        outcomes.add(threads.submit(() -> publisher.publish(f, history)));
      }
      assertThat(List.of(outcomes.get(0).get(), outcomes.get(1).get()))
          .containsExactlyInAnyOrder(
              new PublishOutcome.Published(h1, false), new PublishOutcome.Published(h1, true));
    } finally {
      threads.shutdownNow();
    }
    assertThat(catalog.history).containsExactly(h1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void b20_exhaustedAttemptsAreUnknownAndNeverASuccess(int attempts) {
    for (int i = 1; i <= attempts; i++) {
      catalog.fail(UnavailableException.maybeSent("status 503 for the time " + i, null));
    }
    PublishOutcome outcome = publishing.publisher(attempts).publish(f, SendHistory.neverSent());
    assertThat(outcome)
        .isInstanceOfSatisfying(
            PublishOutcome.Unknown.class,
            unknown -> {
              assertThat(unknown.attempts()).hasSize(attempts);
              assertThat(unknown.lastFailure()).hasMessage("status 503 for the time " + attempts);
            });
    assertThat(catalog.sent).hasSize(attempts);
  }

  @Test
  void b20_aBadAnswerThatRepeatsIsNotHandedBack() {
    catalog.answer(null).answer(null).answer(null);
    assertThat(publishing.publisher(3).publish(f, SendHistory.neverSent()))
        .isInstanceOfSatisfying(
            PublishOutcome.Unknown.class,
            unknown -> assertThat(unknown.lastFailure()).isInstanceOf(ProtocolException.class));
    assertThat(catalog.sent).hasSize(3);
  }

  /** The catalog takes the first send and does not work on it; the caller gives up waiting. */
  private Publisher publishWithTheFirstRequestParked() {
    catalog.fail(UnavailableException.maybeSent("timeout", null));
    Publisher publisher = publishing.publisher(1);
    assertThat(publisher.publish(f, SendHistory.neverSent()))
        .isInstanceOf(PublishOutcome.Unknown.class);
    assertThat(publisher.recover(f)).isEmpty();
    return publisher;
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(30, TimeUnit.SECONDS)) {
        throw new AssertionError("the other thread did not publish");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
