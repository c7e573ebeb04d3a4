package dev.landfall.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnauthenticatedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.CommitInfo;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rule R9: an abandoned operation never lands, and what is not known to be fenced is said so. */
class AbandonTest {

  private static final UnavailableException LOST = UnavailableException.maybeSent("lost", null);

  private final Publishing publishing = new Publishing();
  private final ScriptedCatalog catalog = publishing.catalog;
  private final PublishRequest request = Requests.fresh();

  @Test
  void r9_afterwardsTheRequestNeverLands() {
    Publisher publisher = publishing.publisher(4);
    assertThat(publisher.abandon(request)).isEmpty();
    assertThat(publisher.abandon(request)).isEmpty();

    assertThat(publisher.publish(request, SendHistory.mayHaveBeenSent()))
        .isInstanceOfSatisfying(
            PublishOutcome.Failed.class,
            failed -> assertThat(failed.error()).isInstanceOf(OperationAbandonedException.class));
    assertThat(catalog.history).isEmpty();
    assertThat(publisher.recover(request)).isEmpty();
  }

  @Test
  void r9_answersTheCommitIfItHadLanded() {
    Publisher publisher = publishing.publisher(4);
    publisher.publish(request, SendHistory.neverSent());
    assertThat(publisher.abandon(request)).contains(Requests.commitOf(request));
    assertThat(publisher.publish(request, SendHistory.neverSent()))
        .isEqualTo(new PublishOutcome.Published(Requests.commitOf(request), true));
  }

  @Test
  void r9_aLostAnswerIsAskedForAgain() {
    catalog
        .onAbandon(
            () -> {
              Optional<CommitInfo> unheard = catalog.fence(request.operationId(), request.sha256());
              assertThat(unheard).isEmpty();
              return ScriptedCatalog.thrown(LOST);
            })
        .onAbandon(() -> ScriptedCatalog.thrown(UnavailableException.notSent("refused", null)));
    assertThat(publishing.publisher(4).abandon(request)).isEmpty();
    assertThat(catalog.abandons).isEqualTo(3);
  }

  @Test
  void r9_anAnswerThatStaysLostIsUnknown() {
    catalog
        .onAbandon(() -> ScriptedCatalog.thrown(LOST))
        .onAbandon(() -> ScriptedCatalog.thrown(new UnauthenticatedException("expired")));
    assertThatThrownBy(() -> publishing.publisher(4).abandon(request))
        .isInstanceOfSatisfying(
            UnavailableException.class, e -> assertThat(e.mayHaveBeenSent()).isTrue())
        .hasMessageContaining("call abandon again")
        .hasMessageContaining(request.operationId().toString())
        .hasCauseInstanceOf(UnauthenticatedException.class);
  }

  @Test
  void r9_whatWasNeverSentFencesNothingAndSaysSo() {
    UnavailableException refused = UnavailableException.notSent("refused", null);
    catalog.onAbandon(() -> ScriptedCatalog.thrown(refused));
    assertThatThrownBy(() -> publishing.publisher(1).abandon(request)).isSameAs(refused);
  }

  @Test
  void r9_aCatalogThatCannotAbandonSaysSo() {
    NotSupportedException refusal = new NotSupportedException("cannot abandon");
    catalog.onAbandon(() -> ScriptedCatalog.thrown(refusal));
    assertThatThrownBy(() -> publishing.publisher(4).abandon(request)).isSameAs(refusal);
    assertThat(catalog.abandons).isEqualTo(1);
  }

  @Test
  void r9_aMismatchSettlesAlsoAfterALostAnswer() {
    publishing.publisher(1).publish(request, SendHistory.neverSent());
    PublishRequest altered =
        Requests.of(request.operationId(), "altered", Requests.H0, "main", "labels");
    catalog.onAbandon(() -> ScriptedCatalog.thrown(LOST));
    assertThatThrownBy(() -> publishing.publisher(4).abandon(altered))
        .isInstanceOf(OperationMismatchException.class);
  }

  @Test
  void r9_theCommitOfAnotherRequestIsNotTakenForThisOne() {
    catalog.onAbandon(() -> Optional.of(Requests.commitOf(Requests.fresh())));
    assertThatThrownBy(() -> publishing.publisher(1).abandon(request))
        .isInstanceOf(UnavailableException.class);
  }
}
