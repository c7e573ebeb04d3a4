package dev.landfall.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rule R4 under interrupts: they end a publish at once, prove nothing, and stay set. */
class PublishInterruptTest {

  private final Publishing publishing = new Publishing();
  private final ScriptedCatalog catalog = publishing.catalog;
  private final PublishRequest request = Requests.fresh();

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  @Test
  void r4_beforeTheCallNothingIsSent() {
    Thread.currentThread().interrupt();
    assertNotSent(publishing.publisher(4).publish(request, SendHistory.neverSent()));
    assertThat(catalog.sent).isEmpty();
  }

  @Test
  void r4_beforeTheCallOfARequestThatMayHaveBeenSentTheOutcomeStaysUnknown() {
    Thread.currentThread().interrupt();
    PublishOutcome outcome =
        publishing.publisher(4).publish(request, SendHistory.mayHaveBeenSent());
    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome).isInstanceOf(PublishOutcome.Unknown.class);
    assertThat(catalog.sent).isEmpty();
  }

  @Test
  void r4_inTheWaitAfterAnAmbiguousAttemptTheOutcomeIsUnknown() {
    catalog.applyThenFail(UnavailableException.maybeSent("lost", null));
    publishing.time.beforeWait(Thread.currentThread()::interrupt);
    PublishOutcome outcome = publishing.publisher(4).publish(request, SendHistory.neverSent());
    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome).isInstanceOf(PublishOutcome.Unknown.class);
    assertThat(catalog.sent).hasSize(1);
    assertThat(publishing.publisher(4).recover(request)).isPresent();
  }

  @Test
  void r4_inTheWaitAfterAttemptsThatNeverLeftNothingIsPublished() {
    catalog.fail(UnavailableException.notSent("refused", null));
    publishing.time.beforeWait(Thread.currentThread()::interrupt);
    assertNotSent(publishing.publisher(4).publish(request, SendHistory.neverSent()));
    assertThat(catalog.sent).hasSize(1);
  }

  @Test
  void r4_duringTheCallTheAnswerIsStillHeard() {
    catalog.onPublish(
        sent -> {
          Thread.currentThread().interrupt();
          return catalog.apply(sent);
        });
    PublishOutcome outcome = publishing.publisher(4).publish(request, SendHistory.neverSent());
    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome).isInstanceOf(PublishOutcome.Published.class);
  }

  @Test
  void r4_anInterruptedExceptionOfTheCallIsUnknown() {
    catalog.applyThenFail(new InterruptedException("let through"));
    PublishOutcome outcome = publishing.publisher(4).publish(request, SendHistory.neverSent());
    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome).isInstanceOf(PublishOutcome.Unknown.class);
    assertThat(catalog.sent).hasSize(1);
  }

  private static void assertNotSent(PublishOutcome outcome) {
    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome)
        .isInstanceOfSatisfying(
            PublishOutcome.Failed.class,
            failed ->
                assertThat(failed.error())
                    .isInstanceOfSatisfying(
                        UnavailableException.class,
                        e -> assertThat(e.mayHaveBeenSent()).isFalse()));
  }
}
