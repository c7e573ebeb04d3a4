package dev.landfall.testkit.wire;

import static dev.landfall.testkit.fault.RequestKind.PUBLISH;
import static dev.landfall.testkit.wire.Wire.fiveOrdersAndLabels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.BranchHead;
import dev.landfall.BranchMovedException;
import dev.landfall.FrozenCommit;
import dev.landfall.OutcomeUnknownException;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.SavedCommit;
import dev.landfall.Table;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.OperationId;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.fault.Hold;
import dev.landfall.testkit.server.ServedLake;
import dev.landfall.testkit.wire.Wire.Protocol;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that arrive late, twice, from two places at once, or under another's operation id. */
@Timeout(120)
class LateAndDoubledScenarioTest {

  private static final Duration BOUND = Duration.ofSeconds(20);

  /** As long as a read may take on a busy machine, since a client that gives up reads too. */
  private static final Duration SHORT = Duration.ofSeconds(2);

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void b03ACommitWhoseAnswerWasLostResumesInAnotherClient(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      wire.faults.onPublish().first().applyThenDropAnswer();
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(1));
      assertThat(commit.tryPublish()).isInstanceOf(PublishResult.Unknown.class);
      String saved = commit.save().toJson();

      FrozenCommit resumed = wire.attempting(1).resumeCommit(SavedCommit.fromJson(saved));

      assertThat(resumed).isEqualTo(commit);
      assertThat(resumed.save().toJson()).isEqualTo(saved);
      wire.requireLandedOnce(commit, resumed.recover().orElseThrow());
      wire.requireLandedOnce(commit, resumed.publish());
    }
  }

  @ParameterizedTest
  @EnumSource
  void b07OfFourWritersExactlyOnePublishesAndTheOthersAreTold(Protocol protocol) throws Exception {
    int writers = 4;
    try (Wire wire = Wire.create(protocol, directory)) {
      Project project = wire.attempting(1);
      Table table = project.writeTable(Rows.of(ServedLake.orders(0, 1)));
      ExecutorService threads = Executors.newFixedThreadPool(writers);
      try {
        for (int round = 0; round < 50; round++) {
          BranchHead pinned = project.branch("main");
          List<FrozenCommit> commits = new ArrayList<>();
          List<Future<PublishResult>> results = new ArrayList<>();
          CountDownLatch start = new CountDownLatch(1);
          for (int writer = 0; writer < writers; writer++) {
            FrozenCommit commit =
                pinned.commit().createTable("t" + round + "_" + writer, table).freeze();
            commits.add(commit);
            results.add(
                threads.submit(
                    () -> {
                      start.await();
                      return commit.tryPublish();
                    }));
          }
          start.countDown();
          requireOneWinner(pinned, commits, results);
        }
        assertThat(project.log(project.branch("main"))).hasSize(52);
        assertThat(wire.proxy.requests(PUBLISH))
            .allSatisfy(
                publish -> assertThat(publish.serverStatuses()).isSubsetOf(List.of(200, 409)));
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private static void requireOneWinner(
      BranchHead pinned, List<FrozenCommit> commits, List<Future<PublishResult>> results)
      throws Exception {
    int published = 0;
    for (int i = 0; i < results.size(); i++) {
      PublishResult result = results.get(i).get(BOUND.toSeconds(), TimeUnit.SECONDS);
      if (result instanceof PublishResult.Published) {
        published++;
      } else {
        PublishResult.BranchMoved moved = (PublishResult.BranchMoved) result;
        assertThat(moved.expectedHead()).isEqualTo(pinned.commitId());
        assertThat(moved.actualHead()).isPresent();
        assertThat(commits.get(i).recover()).isEmpty();
      }
    }
    assertThat(published).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void aReleaseThatConflictedStaysOutWhenItIsDeliveredAgain(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      Project project = wire.attempting(1);
      BranchHead pinned = project.branch("main");
      Table labels = project.writeTable(Rows.of(ServedLake.orders(0, 1)));
      FrozenCommit release = pinned.release().createTable("labels", labels).freeze();
      FrozenCommit delivered = wire.direct().resumeCommit(release.save());
      BranchHead taken = pinned.commit().createTable("labels", labels).publish();
      assertThat(release.tryPublish()).isInstanceOf(PublishResult.Conflicted.class);
      taken.commit().dropTable("labels").publish();

      assertThatThrownBy(delivered::publish).isInstanceOf(OperationAbandonedException.class);

      wire.requireNotLanded(release);
    }
  }

  @ParameterizedTest
  @EnumSource
  void b09ALateRequestOfTheSameCommitIsAReplay(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      Hold late = wire.faults.onPublish().first().holdRequest();
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(1, SHORT));
      assertThat(commit.tryPublish()).isInstanceOf(PublishResult.Unknown.class);
      FrozenCommit patient = wire.attempting(1).resumeCommit(commit.save());
      assertThat(patient.recover()).isEmpty();

      BranchHead head = patient.publish();
      late.release();
      late.awaitDelivery(BOUND);

      wire.requireLandedOnce(commit, head);
    }
  }

  @ParameterizedTest
  @EnumSource
  void b09ALateRequestOfAnotherCommitIsRefused(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      Hold late = wire.faults.onPublish().first().holdRequest();
      FrozenCommit lost = fiveOrdersAndLabels(wire.attempting(1, SHORT));
      assertThat(lost.tryPublish()).isInstanceOf(PublishResult.Unknown.class);
      Project project = wire.attempting(1);
      FrozenCommit redone = fiveOrdersAndLabels(project);
      BranchHead head = redone.publish();

      late.release();
      late.awaitDelivery(BOUND);

      wire.requireNotLanded(lost);
      assertThat(project.branch("main").commitId()).isEqualTo(head.commitId());
      wire.requireLandedOnce(redone, head);
    }
  }

  @ParameterizedTest
  @EnumSource
  void b09ALateRequestThatArrivesFirstMovesTheBranch(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      Hold late = wire.faults.onPublish().first().holdRequest();
      FrozenCommit lost = fiveOrdersAndLabels(wire.attempting(1, SHORT));
      assertThat(lost.tryPublish()).isInstanceOf(PublishResult.Unknown.class);
      FrozenCommit redone = fiveOrdersAndLabels(wire.attempting(1));
      late.release();
      late.awaitDelivery(BOUND);

      assertThatThrownBy(redone::publish).isInstanceOf(BranchMovedException.class);

      FrozenCommit found = wire.attempting(1).resumeCommit(lost.save());
      wire.requireLandedOnce(lost, found.recover().orElseThrow());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRequestThatArrivesAfterItWasAbandonedIsRefused(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      Hold late = wire.faults.onPublish().first().holdRequest();
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(1, SHORT));
      assertThat(commit.tryPublish()).isInstanceOf(PublishResult.Unknown.class);
      FrozenCommit patient = wire.attempting(1).resumeCommit(commit.save());
      assertThat(patient.abandon()).isEmpty();

      late.release();
      late.awaitDelivery(BOUND);

      wire.requireNotLanded(commit);
      assertThatThrownBy(patient::publish).isInstanceOf(OperationAbandonedException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void b10AnotherRequestOfAnOperationIsAMismatch(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      Project project = wire.attempting(3);
      BranchHead pinned = project.branch("main");
      Table table = project.writeTable(Rows.of(ServedLake.orders(0, 1)));
      Table another = project.writeTable(Rows.of(ServedLake.orders(0, 1)));
      OperationId operation = OperationId.random();
      BranchHead branch = project.createBranch("other", pinned);
      FrozenCommit first =
          pinned.commit().operationId(operation).message("m").createTable("t", table).freeze();
      BranchHead head = first.publish();
      Map<String, FrozenCommit> altered =
          Map.of(
              "message",
              pinned.commit().operationId(operation).message("n").createTable("t", table).freeze(),
              "table",
              pinned
                  .commit()
                  .operationId(operation)
                  .message("m")
                  .createTable("t", table)
                  .createTable("u", another)
                  .freeze(),
              "head",
              head.commit().operationId(operation).message("m").createTable("u", another).freeze(),
              "branch",
              branch.commit().operationId(operation).message("m").createTable("t", table).freeze());
      int sent = wire.proxy.count(PUBLISH);

      altered.forEach(
          (what, commit) -> {
            assertThatThrownBy(commit::publish)
                .as(what)
                .isInstanceOf(OperationMismatchException.class);
            assertThatThrownBy(commit::recover)
                .as(what)
                .isInstanceOf(OperationMismatchException.class);
          });

      assertThat(wire.proxy.count(PUBLISH)).isEqualTo(sent + altered.size());
      assertThat(project.branch("main").commitId()).isEqualTo(head.commitId());
      assertThat(first.recover().orElseThrow().commitId()).isEqualTo(head.commitId());
    }
  }

  @ParameterizedTest
  @EnumSource
  void b11TwoPublishesOfOneCommitAtOnceAreOneCommit(Protocol protocol) throws Exception {
    CountDownLatch apply = new CountDownLatch(1);
    try (Wire wire = Wire.create(protocol, directory, catalog -> slow(catalog, apply))) {
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(1));
      FrozenCommit resumed = wire.attempting(1).resumeCommit(commit.save());
      ExecutorService threads = Executors.newFixedThreadPool(3);
      try {
        List<Future<BranchHead>> heads =
            List.of(
                threads.submit(() -> settled(commit)),
                threads.submit(() -> settled(commit)),
                threads.submit(() -> settled(resumed)));
        wire.proxy.awaitRequests(PUBLISH, 3, BOUND);
        apply.countDown();

        for (Future<BranchHead> head : heads) {
          wire.requireLandedOnce(commit, head.get(BOUND.toSeconds(), TimeUnit.SECONDS));
        }
      } finally {
        threads.shutdownNow();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void b12AnOperationIsRememberedAsLongAsItsCommit(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      wire.faults.onPublish().first().applyThenDropAnswer();
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(1));
      assertThat(commit.tryPublish()).isInstanceOf(PublishResult.Unknown.class);
      Project others = wire.direct();
      Table table = others.writeTable(Rows.of(ServedLake.orders(0, 1)));
      for (int i = 0; i < 8; i++) {
        others.branch("main").commit().createTable("t" + i, table).publish();
      }

      FrozenCommit resumed = wire.attempting(1).resumeCommit(commit.save());

      wire.requireLandedOnce(commit, resumed.recover().orElseThrow());
      wire.requireLandedOnce(commit, resumed.publish());
    }
  }

  private static BranchHead settled(FrozenCommit commit) throws Exception {
    try {
      return commit.publish();
    } catch (OutcomeUnknownException e) {
      return e.commit().recoverOrPublish();
    }
  }

  private static Catalog slow(Catalog catalog, CountDownLatch apply) {
    return new ForwardingCatalog(catalog) {
      @Override
      public PublishAnswer publish(PublishRequest request) {
        try {
          assertThat(apply.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
        return super.publish(request);
      }
    };
  }
}
