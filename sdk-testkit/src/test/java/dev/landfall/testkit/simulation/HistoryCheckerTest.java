package dev.landfall.testkit.simulation;

import static dev.landfall.testkit.simulation.MadeHistory.A;
import static dev.landfall.testkit.simulation.MadeHistory.B;
import static dev.landfall.testkit.simulation.MadeHistory.MAIN;
import static dev.landfall.testkit.simulation.MadeHistory.commit;
import static dev.landfall.testkit.simulation.MadeHistory.landedAs;
import static dev.landfall.testkit.simulation.MadeHistory.line;
import static dev.landfall.testkit.simulation.MadeHistory.op;
import static dev.landfall.testkit.simulation.MadeHistory.version;
import static dev.landfall.testkit.simulation.MadeHistory.versions;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.model.BranchName;
import dev.landfall.model.Comparison;
import dev.landfall.model.TableName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of broken history is caught, and what is allowed is not. */
class HistoryCheckerTest {

  private static final BranchName TRY = new BranchName("try");
  private static final UUID FIRST_TRY = new UUID(1, 2);
  private static final UUID SECOND_TRY = new UUID(1, 3);
  private static final Call.ReadHead PIN = new Call.ReadHead(BranchName.MAIN);

  static Stream<Arguments> broken() {
    return Stream.of(
        of(
            "one operation, two commits",
            Rule.AT_MOST_ONCE,
            line(2).lands(1, commit(9), 2, List.of())),
        of("a commit that nobody asked for", Rule.AT_MOST_ONCE, line(1).lands(2, 1)),
        of(
            "published, and not in the history",
            Rule.NOTHING_LOST,
            line(1).request(2, 1).call(publish(2), landedAs(2))),
        of(
            "published, and answered as another commit",
            Rule.PUBLISHED_IS_IN_HISTORY,
            line(2).call(publish(2), landedAs(1))),
        of(
            "published onto another head than its own",
            Rule.ONE_LINE,
            line(2).request(3, 1).lands(3, 2)),
        of(
            "released onto a table version that it does not fit",
            Rule.ONE_LINE,
            line(2).request(3, 1, MAIN, BranchName.MAIN, Comparison.TABLES).lands(3, 2)),
        of(
            "branch moved, and landed",
            Rule.REFUSED_NEVER_LANDS,
            line(1).request(2, 1).lands(2, 1).call(publish(2), new Answer.BranchMoved(commit(1)))),
        of(
            "conflict, and landed",
            Rule.REFUSED_NEVER_LANDS,
            line(1).request(2, 1).lands(2, 1).call(publish(2), new Answer.Conflicted())),
        of(
            "failed, and landed",
            Rule.REFUSED_NEVER_LANDS,
            line(1)
                .request(2, 1)
                .lands(2, 1)
                .call(publish(2), new Answer.Failed("unavailable", false))),
        of(
            "refused as abandoned, and landed",
            Rule.ABANDONED_NEVER_LANDS,
            line(1)
                .request(2, 1)
                .lands(2, 1)
                .call(publish(2), new Answer.Failed("abandoned", true))),
        of(
            "abandoned, and landed",
            Rule.ABANDONED_NEVER_LANDS,
            line(1)
                .request(2, 1)
                .lands(2, 1)
                .call(new Call.Abandon(op(2)), new Answer.Abandoned())
                .call("late", publish(2), 1, RecordedCall.NEVER, new Answer.None())),
        of(
            "recovered, and then no record",
            Rule.RECOVER_NEVER_GOES_BACK,
            line(1).call(recover(1), landedAs(1)).call(recover(1), new Answer.NoRecord())),
        of(
            "recovered as today's head",
            Rule.RECOVER_NEVER_GOES_BACK,
            line(2).call(recover(1), landedAs(2))),
        of(
            "published, and then a replay that moved",
            Rule.RECOVER_NEVER_GOES_BACK,
            line(2).call(publish(1), new Answer.BranchMoved(commit(2)))),
        of(
            "an acknowledged commit is lost",
            Rule.NOTHING_LOST,
            line(2).forgetsCommit(2).forgetsOperation(2).branch("main", MAIN, 1)),
        of("a commit without its operation record", Rule.NOTHING_LOST, line(2).forgetsOperation(2)),
        of("a commit without its parent", Rule.NOTHING_LOST, line(3).forgetsCommit(2)),
        of(
            "a branch that ends before its last commit",
            Rule.NOTHING_LOST,
            line(2).branch("main", MAIN, 1)),
        of("a branch that is gone by itself", Rule.NOTHING_LOST, line(1).branch("main", null, 0)),
        of("a branch that forks", Rule.ONE_LINE, line(2).request(3, 1).lands(3, 1)),
        of(
            "a head that was seen, and is gone",
            Rule.NOTHING_LOST,
            line(1).call(PIN, new Answer.Head(MAIN, commit(8)))),
        of(
            "a reader behind an acknowledged commit",
            Rule.REAL_TIME,
            line(2).call(PIN, new Answer.Head(MAIN, commit(1)))),
        of(
            "a reader behind another reader",
            Rule.REAL_TIME,
            line(1)
                .request(2, 1)
                .lands(2, 1)
                .call("w", publish(2), 3, RecordedCall.NEVER, new Answer.None())
                .call("r", PIN, 4, 5, new Answer.Head(MAIN, commit(2)))
                .call("s", PIN, 6, 7, new Answer.Head(MAIN, commit(1)))),
        of(
            "a head from the future",
            Rule.REAL_TIME,
            line(1)
                .request(2, 1)
                .call(PIN, new Answer.Head(MAIN, commit(2)))
                .lands(2, 1)
                .call(publish(2), landedAs(2))),
        of("an operation before one that had been acknowledged", Rule.REAL_TIME, swappedReleases()),
        of(
            "half a commit before a reader",
            Rule.ALL_OR_NONE,
            line(2).call(new Call.ReadTables(commit(2)), new Answer.Tables(half()))),
        of("half a commit in the catalog", Rule.ALL_OR_NONE, line(2).binds(2, half())),
        of(
            "a commit that says less than its request",
            Rule.ALL_OR_NONE,
            line(1).request(2, 1).lands(2, commit(2), 1, List.of())),
        of("a file that is lost", Rule.NOTHING_LOST, line(2).binds(2, unreadable())),
        of(
            "a file that another operation wrote",
            Rule.ALL_OR_NONE,
            line(2).binds(2, writtenByAnother())),
        of("a new branch that takes an old commit", Rule.ONE_LINE, oldCommitOnNewBranch()),
        of(
            "a deletion of a branch that had gone on",
            Rule.NOTHING_LOST,
            triedBranch(2)
                .request(3, 2, FIRST_TRY, TRY, Comparison.HEAD)
                .lands(3, 2)
                .branch("main", MAIN, 1)
                .call(publish(3), landedAs(3))
                .branch("try", null, 0)
                .call(new Call.DeleteBranch(TRY, commit(2)), new Answer.Deleted())));
  }

  @Test
  void aPowerCutTakesNothingThatWasDurable() {
    MadeHistory history =
        line(1)
            .request(2, 1)
            .call(publish(2), landedAs(2))
            .call(PIN, new Answer.Head(MAIN, commit(2)))
            .loses(1)
            .call(recover(2), new Answer.NoRecord());

    assertThat(history.verdict().violations())
        .extracting(Violation::rule)
        .contains(Rule.NOTHING_LOST, Rule.RECOVER_NEVER_GOES_BACK);
  }

  static Stream<Arguments> good() {
    return Stream.of(
        ok("a line", line(5).binds(5, versions(5))),
        ok(
            "an unknown publish that landed",
            line(1)
                .request(2, 1)
                .lands(2, 1)
                .call(publish(2), new Answer.Unknown())
                .call(recover(2), landedAs(2))),
        ok(
            "an unknown publish that did not",
            line(1)
                .request(2, 1)
                .call(publish(2), new Answer.Unknown())
                .call(recover(2), new Answer.NoRecord())),
        ok(
            "a crash, and the commit landed",
            line(1)
                .request(2, 1)
                .lands(2, 1)
                .call("w", publish(2), 3, RecordedCall.NEVER, new Answer.None())),
        ok(
            "no record first, then a head",
            line(1)
                .request(2, 1)
                .lands(2, 1)
                .call(publish(2), new Answer.Unknown())
                .call(recover(2), new Answer.NoRecord())
                .call(recover(2), landedAs(2))),
        ok("a replay after the branch moved on", line(3).call(publish(1), landedAs(1))),
        ok(
            "a conflict, and the same published on purpose later",
            line(1)
                .request(2, 1)
                .lands(2, 1)
                .call(publish(2), new Answer.Conflicted())
                .call(publish(2), landedAs(2))),
        ok(
            "a power cut that took what had just been published",
            line(1)
                .request(2, 1)
                .call(publish(2), landedAs(2))
                .call(PIN, new Answer.Head(MAIN, commit(2)))
                .loses(2)
                .call(recover(2), new Answer.NoRecord())
                .call(PIN, new Answer.Head(MAIN, commit(1)))),
        ok(
            "abandoned in time",
            line(1)
                .request(2, 1)
                .call(publish(2), new Answer.Unknown())
                .call(new Call.Abandon(op(2)), new Answer.Abandoned())
                .call(publish(2), new Answer.Failed("abandoned", true))),
        ok("abandoned too late", line(2).call(new Call.Abandon(op(2)), landedAs(2))),
        ok(
            "a reader beside a publish sees either",
            line(1)
                .request(2, 1)
                .lands(2, 1)
                .call("w", publish(2), 3, 9, landedAs(2))
                .call("r", PIN, 4, 5, new Answer.Head(MAIN, commit(1)))
                .call("r", PIN, 6, 7, new Answer.Head(MAIN, commit(2)))),
        ok(
            "a branch that was deleted at its head",
            triedBranch(2)
                .branch("try", null, 0)
                .call(new Call.DeleteBranch(TRY, commit(2)), new Answer.Deleted())));
  }

  @ParameterizedTest
  @MethodSource("broken")
  void brokenHistoriesAreCaught(Rule rule, MadeHistory history) {
    Verdict verdict = history.verdict();

    assertThat(verdict.violations()).extracting(Violation::rule).contains(rule);
  }

  @ParameterizedTest
  @MethodSource("good")
  void goodHistoriesAreAccepted(MadeHistory history) {
    assertThat(history.verdict().violations()).isEmpty();
  }

  @Test
  void aVerdictNamesTheOperationAndTheCalls() {
    Verdict verdict =
        line(1).request(2, 1).lands(2, 1).call(publish(2), new Answer.Conflicted()).verdict();

    assertThat(verdict.toString()).contains(op(2).toString(), "#2 writer: Publish", "Conflicted");
  }

  private static Call publish(int n) {
    return new Call.Publish(op(n));
  }

  private static Call recover(int n) {
    return new Call.Recover(op(n));
  }

  private static Map<TableName, SeenTable> half() {
    Map<TableName, SeenTable> half = new HashMap<>(versions(2));
    half.put(B, versions(1).get(B));
    return half;
  }

  private static Map<TableName, SeenTable> unreadable() {
    Map<TableName, SeenTable> tables = new HashMap<>(versions(2));
    tables.put(A, new SeenTable(version(2, A), null));
    return tables;
  }

  private static Map<TableName, SeenTable> writtenByAnother() {
    Map<TableName, SeenTable> tables = new HashMap<>(versions(2));
    tables.put(A, new SeenTable(version(2, A), op(1)));
    return tables;
  }

  /** Commit 2 was acknowledged before operation 3 was published, and stands behind its commit. */
  private static MadeHistory swappedReleases() {
    return line(1)
        .request(2, 3)
        .request(3, 1)
        .call(publish(2), landedAs(2))
        .call(publish(3), landedAs(3))
        .lands(3, 1)
        .lands(2, 3);
  }

  /** Branch try, created at commit 1, where commit 2 was published. */
  private static MadeHistory triedBranch(int n) {
    return line(1)
        .call(new Call.CreateBranch(TRY, commit(1)), new Answer.Head(FIRST_TRY, commit(1)))
        .request(n, 1, FIRST_TRY, TRY, Comparison.HEAD)
        .lands(n, 1)
        .branch("main", MAIN, 1)
        .branch("try", FIRST_TRY, n)
        .call(publish(n), landedAs(n));
  }

  private static MadeHistory oldCommitOnNewBranch() {
    return line(1)
        .call(new Call.CreateBranch(TRY, commit(1)), new Answer.Head(FIRST_TRY, commit(1)))
        .request(2, 1, FIRST_TRY, TRY, Comparison.HEAD)
        .call(new Call.DeleteBranch(TRY, commit(1)), new Answer.Deleted())
        .call(new Call.CreateBranch(TRY, commit(1)), new Answer.Head(SECOND_TRY, commit(1)))
        .call(publish(2), landedAs(2))
        .lands(2, 1)
        .branch("main", MAIN, 1)
        .branch("try", SECOND_TRY, 2);
  }

  private static Arguments of(String name, Rule rule, MadeHistory history) {
    return Arguments.of(Named.of(name, rule), history);
  }

  private static Arguments ok(String name, MadeHistory history) {
    return Arguments.of(Named.of(name, history));
  }
}
