package dev.landfall.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnauthenticatedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rule R8: what a look-up of an operation says, and what it never says. */
class RecoverTest {

  private final Publishing publishing = new Publishing();
  private final ScriptedCatalog catalog = publishing.catalog;
  private final PublishRequest request = Requests.fresh();

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  @Test
  void r8_goesFromEmptyToTheCommitAndStaysThere() {
    Publisher publisher = publishing.publisher(1);
    assertThat(publisher.recover(request)).isEmpty();
    publisher.publish(request, SendHistory.neverSent());
    for (int i = 0; i < 3; i++) {
      assertThat(publisher.recover(request)).contains(Requests.commitOf(request));
      publisher.publish(
          Requests.of(OperationId.random(), "next", catalog.head(), "main", "orders"),
          SendHistory.neverSent());
    }
  }

  @Test
  void r8_aLostAnswerIsAskedForAgain() {
    catalog
        .onLookUp(() -> ScriptedCatalog.thrown(UnavailableException.maybeSent("lost", null)))
        .onLookUp(() -> ScriptedCatalog.thrown(UnavailableException.notSent("refused", null)))
        .onLookUp(() -> ScriptedCatalog.thrown(new ProtocolException("garbage", null)));
    publishing.publisher(1).publish(request, SendHistory.neverSent());

    assertThat(publishing.publisher(4).recover(request)).contains(Requests.commitOf(request));
    assertThat(catalog.lookUps).isEqualTo(4);
  }

  @Test
  void r8_anAnswerThatStaysLostIsNeverEmpty() {
    UnavailableException lost = UnavailableException.maybeSent("lost", null);
    catalog
        .onLookUp(() -> ScriptedCatalog.thrown(lost))
        .onLookUp(() -> ScriptedCatalog.thrown(lost));
    assertThatThrownBy(() -> publishing.publisher(2).recover(request)).isSameAs(lost);
  }

  @Test
  void r8_aRefusalIsThrownAtOnce() {
    UnauthenticatedException refusal = new UnauthenticatedException("expired");
    catalog.onLookUp(() -> ScriptedCatalog.thrown(refusal));
    assertThatThrownBy(() -> publishing.publisher(4).recover(request)).isSameAs(refusal);
    assertThat(catalog.lookUps).isEqualTo(1);
  }

  @Test
  void r8_theCommitOfAnotherOperationIsNotTakenForThisOne() {
    assertUnusable(Requests.commitOf(Requests.fresh()));
  }

  @Test
  void r8_theCommitOfAnotherRequestOfTheOperationIsNotTakenForThisOne() {
    OperationId operation = request.operationId();
    assertUnusable(
        Requests.commitOf(Requests.of(operation, "other", Requests.H0, "main", "labels")));
    assertUnusable(
        Requests.commitOf(Requests.of(operation, "Add labels", Requests.H7, "main", "labels")));
    assertUnusable(
        new CommitInfo(
            Requests.H7, null, Instant.EPOCH, operation, "Add labels", Map.of(), List.of()));
  }

  @Test
  void r8_noAnswerAtAllIsNotEmpty() {
    catalog.onLookUp(() -> null);
    assertThatThrownBy(() -> publishing.publisher(1).recover(request))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void whatAForeignCatalogThrowsIsThrownOn() {
    IllegalStateException exception = new IllegalStateException("broken");
    AssertionError error = new AssertionError("broken");
    IOException checked = new IOException("broken");
    for (Throwable failure : List.of(exception, error, checked)) {
      catalog.onLookUp(() -> ScriptedCatalog.thrown(failure));
    }
    Publisher publisher = publishing.publisher(1);
    assertThatThrownBy(() -> publisher.recover(request)).isSameAs(exception);
    assertThatThrownBy(() -> publisher.recover(request)).isSameAs(error);
    assertThatThrownBy(() -> publisher.recover(request))
        .isInstanceOf(ProtocolException.class)
        .hasCause(checked);
  }

  @Test
  void anInterruptedThreadAsksForNothing() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> publishing.publisher(4).recover(request))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(catalog.lookUps).isZero();
  }

  @Test
  void theCatalogsOwnMismatchIsThrown() {
    publishing.publisher(1).publish(request, SendHistory.neverSent());
    PublishRequest altered =
        Requests.of(request.operationId(), "altered", Requests.H0, "main", "labels");
    assertThatThrownBy(() -> publishing.publisher(4).recover(altered))
        .isInstanceOf(OperationMismatchException.class);
  }

  private void assertUnusable(CommitInfo answer) {
    catalog.onLookUp(() -> Optional.of(answer));
    assertThatThrownBy(() -> publishing.publisher(1).recover(request))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining(answer.id().value());
  }
}
