package dev.landfall.testkit.wire;

import static dev.landfall.testkit.fault.RequestKind.PUBLISH;
import static dev.landfall.testkit.wire.Wire.fiveOrdersAndLabels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.landfall.BranchHead;
import dev.landfall.BranchMovedException;
import dev.landfall.FrozenCommit;
import dev.landfall.OutcomeUnknownException;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.RetryPolicy;
import dev.landfall.model.CommitId;
import dev.landfall.testkit.fault.CannedAnswer;
import dev.landfall.testkit.fault.WireRequest;
import dev.landfall.testkit.wire.Wire.Protocol;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers that say less than they seem to: from proxies, from servers in trouble, cut or empty. */
@Timeout(120)
class AmbiguousAnswerScenarioTest {

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void b01AProxysErrorAfterTheCommitIsUnknownAndRecovered(Protocol protocol) throws Exception {
    for (int status : new int[] {500, 502, 503, 504}) {
      try (Wire wire = Wire.create(protocol, directory.resolve("lake" + status))) {
        wire.faults.onPublish().every().applyThenAnswer(status);
        FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(1));

        OutcomeUnknownException unknown = unknown(commit);

        assertThat(unknown.commit()).isEqualTo(commit);
        assertThat(((UnavailableException) unknown.getCause()).httpStatus()).hasValue(status);
        assertThat(wire.proxy.count(PUBLISH)).isEqualTo(1);
        wire.requireLandedOnce(commit, commit.recover().orElseThrow());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void b01AnotherAttemptFindsTheCommit(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      wire.faults.onPublish().first().applyThenAnswer(503);
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(3));

      wire.requireLandedOnce(commit, commit.publish());
    }
  }

  @ParameterizedTest
  @EnumSource
  void b01TheSameErrorBeforeTheCommitIsPublishedAgain(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      wire.faults.onPublish().first().answer(503);
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(1));

      unknown(commit);
      assertThat(commit.recover()).isEmpty();
      wire.requireLandedOnce(commit, commit.publish());
      requireSameBytes(wire.proxy.requests(PUBLISH), 2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void b02AStoreThatFailsAfterTheCommitIsNoConflict(Protocol protocol) throws Exception {
    AtomicInteger failures = new AtomicInteger(1);
    try (Wire wire =
        Wire.create(protocol, directory, catalog -> failing(catalog, failures, true))) {
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(1));

      unknown(commit);

      wire.requireLandedOnce(commit, commit.recover().orElseThrow());
    }
  }

  @ParameterizedTest
  @EnumSource
  void b02AStoreThatFailsBeforeTheCommitHasNoRecord(Protocol protocol) throws Exception {
    AtomicInteger failures = new AtomicInteger(1);
    try (Wire wire =
        Wire.create(protocol, directory, catalog -> failing(catalog, failures, false))) {
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(1));

      unknown(commit);

      assertThat(commit.recover()).isEmpty();
      wire.requireLandedOnce(commit, commit.publish());
    }
  }

  @ParameterizedTest
  @EnumSource
  void b04TheSecondAttemptMeetsItsOwnCommit(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      wire.faults.onPublish().first().applyThenAnswer(504);
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(3));

      wire.requireLandedOnce(commit, commit.publish());
      requireSameBytes(wire.proxy.requests(PUBLISH), 2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void b04ACatalogThatKnowsNoOperationsIsNotBelieved(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory, AmbiguousAnswerScenarioTest::forgetful)) {
      wire.faults.onPublish().first().applyThenAnswer(504);
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(3));

      wire.requireLandedOnce(commit, commit.publish());
    }
  }

  @ParameterizedTest
  @EnumSource
  void b04ARivalsCommitIsBranchMoved(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(3));
      Project rival = wire.direct();
      BranchHead rivals =
          rival.branch("main").commit().renameTable("orders", "old_orders").publish();

      BranchMovedException moved =
          catchThrowableOfType(BranchMovedException.class, commit::publish);

      assertThat(moved.expectedHead()).isEqualTo(commit.head().commitId());
      assertThat(moved.actualHead()).contains(rivals.commitId());
      assertThat(commit.recover()).isEmpty();
      assertThat(wire.proxy.count(PUBLISH)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void b06NothingIsResentBelowTheSdk(Protocol protocol) throws Exception {
    List<CannedAnswer> answers =
        List.of(CannedAnswer.of(408), CannedAnswer.of(503).withHeader("Retry-After", "0"));
    for (CannedAnswer answer : answers) {
      try (Wire wire = Wire.create(protocol, directory.resolve("lake" + answer.status()))) {
        wire.faults.onPublish().first().answer(answer);
        FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(1));
        unknown(commit);
        assertThat(wire.proxy.count(PUBLISH)).isEqualTo(1);

        wire.faults.clear();
        wire.faults.onPublish().first().answer(answer);
        wire.faults.onPublish().second().answer(answer);
        FrozenCommit again = wire.attempting(3).resumeCommit(commit.save());
        wire.requireLandedOnce(commit, again.publish());
        assertThat(wire.proxy.count(PUBLISH)).isEqualTo(4);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void b06ALongRetryAfterIsNotWaitedFor(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      wire.faults.onPublish().every().answer(retryAfter("86400"));
      RetryPolicy.Builder policy = Wire.policy(3).totalTime(Duration.ofSeconds(5));
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(policy));
      Instant start = Instant.now();

      unknown(commit);

      assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(5));
      assertThat(wire.proxy.count(PUBLISH)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void b06AUselessRetryAfterCausesNoTightLoop(Protocol protocol) throws Exception {
    String past =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(Instant.EPOCH.atOffset(ZoneOffset.UTC));
    try (Wire wire = Wire.create(protocol, directory)) {
      wire.faults.onPublish().first().answer(retryAfter("soon"));
      wire.faults.onPublish().second().answer(retryAfter(past));
      wire.faults.onPublish().nth(3).answer(retryAfter("-1"));
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(3));

      OutcomeUnknownException unknown = unknown(commit);

      assertThat(unknown.attempts()).hasSize(3);
      assertThat(wire.proxy.count(PUBLISH)).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @EnumSource
  void b08ASuccessThatCannotBeReadIsUnknown(Protocol protocol) throws Exception {
    List<CannedAnswer> answers =
        List.of(
            CannedAnswer.emptyOk(),
            CannedAnswer.of(204),
            CannedAnswer.halfJsonOk(),
            CannedAnswer.foreignJsonOk());
    for (int i = 0; i < answers.size(); i++) {
      try (Wire wire = Wire.create(protocol, directory.resolve("lake" + i))) {
        wire.faults.onPublish().every().applyThenAnswer(answers.get(i));
        FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(1));

        unknown(commit);

        assertThat(wire.proxy.count(PUBLISH)).isEqualTo(1);
        wire.requireLandedOnce(commit, commit.recover().orElseThrow());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void b08APageOfAMiddleboxIsUnknownAndNothingLanded(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      wire.faults.onPublish().first().answer(CannedAnswer.htmlOk());
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(1));

      unknown(commit);

      assertThat(commit.recover()).isEmpty();
      wire.requireLandedOnce(commit, commit.publish());
    }
  }

  @ParameterizedTest
  @EnumSource
  void b20BadResultsThatRunOutAreNoSuccess(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      wire.faults.onPublish().every().answer(CannedAnswer.garbageOk());
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(3));

      PublishResult result = commit.tryPublish();

      assertThat(result).isInstanceOf(PublishResult.Unknown.class);
      assertThat(wire.proxy.count(PUBLISH)).isEqualTo(3);
      wire.requireNotLanded(commit);
    }
  }

  private static OutcomeUnknownException unknown(FrozenCommit commit) {
    OutcomeUnknownException unknown =
        catchThrowableOfType(OutcomeUnknownException.class, commit::publish);
    assertThat(unknown).as("an unknown outcome").isNotNull();
    return unknown;
  }

  private static void requireSameBytes(List<WireRequest> publishes, int count) {
    assertThat(publishes).hasSize(count);
    assertThat(publishes.stream().map(WireRequest::bodyText).distinct()).hasSize(1);
    assertThat(publishes.stream().map(WireRequest::operationId).distinct()).hasSize(1);
  }

  private static CannedAnswer retryAfter(String value) {
    return CannedAnswer.of(503).withHeader("Retry-After", value);
  }

  private static Catalog failing(Catalog catalog, AtomicInteger failures, boolean afterwards) {
    return new ForwardingCatalog(catalog) {
      @Override
      public PublishAnswer publish(PublishRequest request) {
        boolean fails = failures.getAndDecrement() > 0;
        if (fails && !afterwards) {
          throw UnavailableException.maybeSent("The store failed", null);
        }
        PublishAnswer answer = super.publish(request);
        if (fails) {
          throw UnavailableException.maybeSent("The store failed", null);
        }
        return answer;
      }
    };
  }

  /** Compares the head before it looks the operation up, as catalogs without operations do. */
  private static Catalog forgetful(Catalog catalog) {
    return new ForwardingCatalog(catalog) {
      @Override
      public PublishAnswer publish(PublishRequest request) {
        CommitId head = branch(request.project(), request.content().branch()).head().id();
        return head.equals(request.content().expectedHead())
            ? super.publish(request)
            : new PublishAnswer.BranchMoved(head);
      }
    };
  }
}
