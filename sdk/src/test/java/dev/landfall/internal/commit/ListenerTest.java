package dev.landfall.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnauthenticatedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.event.AbandonFinished;
import dev.landfall.event.AttemptFailed;
import dev.landfall.event.ClientListener;
import dev.landfall.event.Outcome;
import dev.landfall.event.PublishFinished;
import dev.landfall.event.PublishStarted;
import dev.landfall.event.RecoverFinished;
import dev.landfall.event.WriteProgress;
import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a listener is told, and that it can change nothing. */
class ListenerTest {

  private final Publishing publishing = new Publishing();
  private final ScriptedCatalog catalog = publishing.catalog;
  private final PublishRequest request = Requests.fresh();
  private final CommitId commit = Requests.commitOf(request).id();
  private final List<Object> told = new ArrayList<>();
  private final ClientListener recorder =
      listener(
          (method, report) -> {
            told.add(report);
          });

  @Test
  void isToldOfAPublishFromBeginToEnd() {
    catalog.fail(UnavailableException.maybeSent("lost", null));

    publishing.publisher(4, recorder).publish(request, SendHistory.neverSent());

    assertThat(told).hasSize(3);
    assertThat(told.get(0))
        .isEqualTo(
            new PublishStarted(request.project(), BranchName.MAIN, request.operationId(), 1));
    assertThat(told.get(1))
        .isInstanceOfSatisfying(
            AttemptFailed.class,
            report -> {
              assertThat(report.operationId()).isEqualTo(request.operationId());
              assertThat(report.attempt().number()).isEqualTo(1);
              assertThat(report.attempt().failure()).isEqualTo("UnavailableException: lost");
            });
    assertThat(told.get(2))
        .isEqualTo(
            new PublishFinished(
                request.project(),
                BranchName.MAIN,
                request.operationId(),
                Outcome.PUBLISHED,
                commit,
                List.of(((AttemptFailed) told.get(1)).attempt()),
                Duration.ofMillis(100)));
  }

  @Test
  void isToldEachOutcomeByItsWord() {
    Publisher publisher = publishing.publisher(1, recorder);
    catalog
        .answer(new PublishAnswer.BranchMoved(Requests.H7))
        .answer(new PublishAnswer.Conflicted(List.of()))
        .fail(new UnauthenticatedException("expired"))
        .fail(UnavailableException.maybeSent("lost", null));
    for (int i = 0; i < 5; i++) {
      publisher.publish(request, SendHistory.neverSent());
    }
    assertThat(told)
        .filteredOn(PublishFinished.class::isInstance)
        .extracting(report -> ((PublishFinished) report).outcome())
        .containsExactly(
            Outcome.BRANCH_MOVED,
            Outcome.CONFLICTED,
            Outcome.FAILED,
            Outcome.UNKNOWN,
            Outcome.PUBLISHED);
    assertThat(told)
        .filteredOn(PublishFinished.class::isInstance)
        .extracting(report -> ((PublishFinished) report).commit())
        .containsExactly(null, null, null, null, commit);
  }

  @Test
  void isToldOfRecoveriesAndAbandonments() {
    Publisher publisher = publishing.publisher(1, recorder);
    publisher.recover(request);
    publishing.publisher(1).publish(request, SendHistory.neverSent());
    publisher.recover(request);
    publisher.abandon(request);
    assertThat(told)
        .containsExactly(
            new RecoverFinished(request.project(), request.operationId(), null),
            new RecoverFinished(request.project(), request.operationId(), commit),
            new AbandonFinished(request.project(), request.operationId(), commit));
  }

  @Test
  void whateverItThrowsChangesNothing() {
    for (Throwable failure :
        List.of(
            new IllegalStateException("x"), new AssertionError("x"), new StackOverflowError())) {
      Publishing fresh = new Publishing();
      fresh.catalog.fail(UnavailableException.maybeSent("lost", null));
      Publisher publisher =
          fresh.publisher(4, listener((method, report) -> ScriptedCatalog.thrown(failure)));

      assertThat(publisher.publish(request, SendHistory.neverSent()))
          .isEqualTo(new PublishOutcome.Published(Requests.commitOf(request), false));
      assertThat(publisher.recover(request)).isPresent();
      assertThat(publisher.abandon(request)).isPresent();
      assertThat(fresh.catalog.history).hasSize(1);
    }
  }

  @Test
  void everyMethodIsHandedOnAndGuarded() throws ReflectiveOperationException {
    List<String> called = new ArrayList<>();
    ClientListener guarded =
        new GuardedListener(
            listener(
                (method, report) -> {
                  called.add(method.getName());
                  throw new IllegalStateException("guarded");
                }));
    List<String> methods = new ArrayList<>();
    for (Method method : ClientListener.class.getDeclaredMethods()) {
      if (!method.isSynthetic()) {
        methods.add(method.getName());
        method.invoke(guarded, new Object[] {null});
      }
    }
    assertThat(called).hasSizeGreaterThan(5).containsExactlyElementsOf(methods);
  }

  @Test
  void theListenerThatDoesNothingTakesEverything() {
    assertThatCode(() -> ClientListener.NONE.writeProgress(new WriteProgress("t", 1, 2, 3)))
        .doesNotThrowAnyException();
  }

  private interface Handler {
    void told(Method method, Object report);
  }

  private static ClientListener listener(Handler handler) {
    return (ClientListener)
        Proxy.newProxyInstance(
            ListenerTest.class.getClassLoader(),
            new Class<?>[] {ClientListener.class},
            (proxy, method, arguments) -> {
              if (method.getDeclaringClass() == ClientListener.class) {
                handler.told(method, arguments[0]);
              }
              return null;
            });
  }
}
