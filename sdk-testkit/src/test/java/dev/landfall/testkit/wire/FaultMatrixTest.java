package dev.landfall.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.landfall.FrozenCommit;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.Table;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.internal.retry.Failures;
import dev.landfall.model.CommitInfo;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.fault.CannedAnswer;
import dev.landfall.testkit.fault.Fault;
import dev.landfall.testkit.fault.Hold;
import dev.landfall.testkit.fault.RequestKind;
import dev.landfall.testkit.server.ServedLake;
import dev.landfall.testkit.wire.Wire.Protocol;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every fault on every kind of call, with and without another attempt, against one rule: a call is
 * answered if the catalog's own answer came through or another attempt may get it; a publish that
 * is not answered is unknown; and the look-up afterwards says whether the server got the request.
 */
@Timeout(300)
class FaultMatrixTest {

  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final Duration FOR_AN_ANSWER = Duration.ofSeconds(20);
  private static final Duration FOR_NO_ANSWER = Duration.ofMillis(400);

  @TempDir Path directory;
  private Wire wire;
  private Project direct;
  private int names;

  /** A project of one client, and a table that its commits create. */
  private record Caller(Project project, Table table) {

    static Caller of(Project project) {
      return new Caller(project, project.writeTable(Rows.of(ServedLake.orders(0, 1))));
    }

    FrozenCommit commit(int name) {
      return project.branch("main").commit().createTable("t" + name, table).freeze();
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyFaultOnEveryCall(Protocol protocol) throws Exception {
    try (Wire opened = Wire.create(protocol, directory)) {
      wire = opened;
      direct = wire.direct();
      for (int attempts : new int[] {1, 3}) {
        for (Fault fault : faults()) {
          publish(fault, attempts);
        }
        for (Fault fault : faults()) {
          recover(fault, attempts);
        }
        for (Fault fault : faults()) {
          abandon(fault, attempts);
        }
        for (Fault fault : faults()) {
          read(fault, attempts);
        }
      }
      requireEachOperationOnce();
    }
  }

  private void publish(Fault fault, int attempts) throws Exception {
    FrozenCommit commit = caller(fault, attempts).commit(names++);
    wire.faults.onPublish().first().inject(fault);

    PublishResult result = commit.tryPublish();

    boolean answered = passesAnswer(fault) || attempts > 1;
    assertThat(result)
        .as("publish, %s, %d attempts", fault, attempts)
        .isInstanceOf(answered ? PublishResult.Published.class : PublishResult.Unknown.class);
    end(fault);
    boolean landed = attempts > 1 || fault.deliveries() > 0;
    assertThat(direct.resumeCommit(commit.save()).recover().isPresent())
        .as("recover after publish, %s, %d attempts", fault, attempts)
        .isEqualTo(landed);
    assertThat(Wire.commitsOf(direct, commit.operationId())).hasSize(landed ? 1 : 0);
  }

  private void recover(Fault fault, int attempts) throws Exception {
    FrozenCommit commit = caller(fault, attempts).commit(names++);
    boolean landed = names % 2 == 0;
    if (landed) {
      direct.resumeCommit(commit.save()).publish();
    }
    wire.faults.on(RequestKind.RECOVER).first().inject(fault);

    List<Boolean> found = new ArrayList<>();
    Throwable failure = catchThrowable(() -> found.add(commit.recover().isPresent()));

    requireAnswerOrDoubt("recover", fault, attempts, failure);
    assertThat(found).isSubsetOf(landed);
    end(fault);
  }

  private void abandon(Fault fault, int attempts) throws Exception {
    FrozenCommit commit = caller(fault, attempts).commit(names++);
    wire.faults.onAbandon().first().inject(fault);

    Throwable failure = catchThrowable(() -> assertThat(commit.abandon()).isEmpty());

    requireAnswerOrDoubt("abandon", fault, attempts, failure);
    end(fault);
    boolean fenced = attempts > 1 || fault.deliveries() > 0;
    PublishResult late = direct.resumeCommit(commit.save()).tryPublish();
    if (fenced) {
      assertThat(((PublishResult.Failed) late).error())
          .isInstanceOf(OperationAbandonedException.class);
    } else {
      assertThat(late).isInstanceOf(PublishResult.Published.class);
    }
  }

  private void read(Fault fault, int attempts) throws Exception {
    Project project = caller(fault, attempts).project();
    wire.faults.onRead().first().inject(fault);

    Throwable failure = catchThrowable(() -> project.branch("main"));

    requireAnswerOrDoubt("read", fault, attempts, failure);
    end(fault);
  }

  private static void requireAnswerOrDoubt(
      String call, Fault fault, int attempts, Throwable failure) {
    if (passesAnswer(fault) || attempts > 1) {
      assertThat(failure).as("%s, %s, %d attempts", call, fault, attempts).isNull();
    } else {
      assertThat(failure).as("%s, %s", call, fault).isNotNull();
      assertThat(Failures.isAmbiguous(failure)).as("%s, %s", call, failure).isTrue();
    }
  }

  /** Every operation of the history is there once, and none of a commit that was fenced. */
  private void requireEachOperationOnce() {
    Set<Object> seen = new HashSet<>();
    direct
        .log(direct.branch("main"))
        .map(CommitInfo::operationId)
        .flatMap(Optional::stream)
        .forEach(operation -> assertThat(seen.add(operation)).isTrue());
    assertThat(seen).isNotEmpty();
  }

  /** Each fault meets a client of its own, with no connection that the last fault broke. */
  private Caller caller(Fault fault, int attempts) {
    return Caller.of(
        wire.attempting(attempts, waitsForNothing(fault) ? FOR_NO_ANSWER : FOR_AN_ANSWER));
  }

  private static boolean passesAnswer(Fault fault) {
    return fault instanceof Fault.Delay
        || fault instanceof Fault.DeliverAgain
        || fault == Fault.Break.DELIVER_TWICE;
  }

  private static boolean waitsForNothing(Fault fault) {
    return fault instanceof Fault.Held
        || fault == Fault.Break.STALL
        || fault == Fault.Break.APPLY_THEN_STALL;
  }

  private static List<Fault> faults() {
    List<Fault> faults = new ArrayList<>(Fault.catalogue());
    for (CannedAnswer answer : CannedAnswer.catalogue()) {
      faults.add(new Fault.Answer(false, answer));
      faults.add(new Fault.Answer(true, answer));
    }
    return faults;
  }

  /** Lets what the fault holds back arrive, so that nothing of it reaches into the next round. */
  private void end(Fault fault) throws Exception {
    Hold hold =
        fault instanceof Fault.Held held
            ? held.hold()
            : fault instanceof Fault.DeliverAgain again ? again.hold() : null;
    if (hold != null) {
      hold.release();
      hold.awaitDelivery(BOUND);
    }
    wire.faults.clear();
  }
}
