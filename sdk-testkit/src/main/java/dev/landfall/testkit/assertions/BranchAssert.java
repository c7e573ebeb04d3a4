package dev.landfall.testkit.assertions;

import dev.landfall.BranchHead;
import dev.landfall.Project;
import dev.landfall.catalog.CatalogException;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.testkit.internal.HistoryText;
import java.util.List;
import java.util.Optional;

/**
 * Assertions about a branch: its commits, and the tables at its head. They are about the head as it
 * was when {@link ProjectAssert#branch} pinned it.
 */
public final class BranchAssert extends AbstractSnapshotAssert<BranchAssert, BranchHead> {

  private final Project project;

  BranchAssert(Project project, BranchHead actual) {
    super(actual, BranchAssert.class);
    this.project = project;
  }

  /**
   * Verifies how many commits the branch has, those before it was created included. The empty first
   * commit, with which every project begins, does not count.
   *
   * @throws CatalogException if the catalog cannot be asked
   */
  public BranchAssert hasCommits(int expected) {
    List<CommitInfo> log = log();
    int count = (int) log.stream().filter(commit -> commit.operationId().isPresent()).count();
    if (count != expected) {
      throw failureWithActualExpected(
          count,
          expected,
          "Expected branch '%s' to have %s, but it has %s:%n%s",
          actual.branch(),
          commits(expected),
          count,
          HistoryText.lines(log));
    }
    return this;
  }

  /**
   * Verifies that an operation made exactly one of the branch's commits.
   *
   * @throws CatalogException if the catalog cannot be asked
   */
  public BranchAssert landedOnce(OperationId operation) {
    List<CommitInfo> log = log();
    int landed = madeBy(operation, log).size();
    if (landed != 1) {
      throw failure(
          "Expected operation %s to have landed once on branch '%s', but %s:%n%s",
          operation,
          actual.branch(),
          landed == 0 ? "it made none of its commits" : "it made " + landed + " of its commits",
          HistoryText.lines(log));
    }
    return this;
  }

  /**
   * Verifies that an operation made none of the branch's commits.
   *
   * @throws CatalogException if the catalog cannot be asked
   */
  public BranchAssert didNotLand(OperationId operation) {
    List<CommitInfo> log = log();
    List<CommitInfo> landed = madeBy(operation, log);
    if (!landed.isEmpty()) {
      throw failure(
          "Expected operation %s not to land on branch '%s', but it made commit %s:%n%s",
          operation,
          actual.branch(),
          HistoryText.brief(landed.get(0).id()),
          HistoryText.lines(log));
    }
    return this;
  }

  private List<CommitInfo> log() {
    try (var commits = project.log(actual)) {
      return commits.toList();
    }
  }

  private static List<CommitInfo> madeBy(OperationId operation, List<CommitInfo> log) {
    return log.stream()
        .filter(commit -> commit.operationId().equals(Optional.of(operation)))
        .toList();
  }

  private static String commits(int count) {
    return count == 1 ? "1 commit" : count + " commits";
  }
}
