package dev.landfall.testkit.simulation;

import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.Comparison;
import dev.landfall.model.OperationId;
import dev.landfall.model.TableName;
import dev.landfall.testkit.simulation.CommitTree.Bound;
import dev.landfall.testkit.simulation.HistoryChecker.Findings;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What every commit in a catalog must be, whoever saw it. */
final class CommitRules {

  private final History history;
  private final CommitTree tree;
  private final Findings findings;

  CommitRules(History history, CommitTree tree, Findings findings) {
    this.history = history;
    this.tree = tree;
    this.findings = findings;
  }

  void check() {
    Map<OperationId, CommitId> made = new HashMap<>();
    for (CommitInfo commit : tree.commits().values()) {
      commit.operationId().ifPresent(operation -> check(commit, operation, made));
      commit
          .parent()
          .filter(parent -> !tree.has(parent))
          .ifPresent(
              parent ->
                  findings.add(
                      Rule.NOTHING_LOST, commit + " has a parent that is gone: " + parent));
    }
    history.end().landed().forEach(this::checkRecord);
  }

  private void check(CommitInfo commit, OperationId operation, Map<OperationId, CommitId> made) {
    CommitId other = made.put(operation, commit.id());
    if (other != null) {
      findings.add(
          Rule.AT_MOST_ONCE,
          "Operation " + operation + " made two commits: " + other + " and " + commit.id());
    }
    CommitContent request = history.requests().get(operation);
    if (request == null) {
      findings.add(Rule.AT_MOST_ONCE, "Nobody asked for " + commit + " of operation " + operation);
      return;
    }
    if (!request.changes().equals(commit.changes())) {
      findings.add(
          Rule.ALL_OR_NONE,
          commit
              + " does not say the changes of operation "
              + operation
              + " but "
              + commit.changes());
    }
    if (!commit.id().equals(history.end().landed().get(operation))) {
      findings.add(
          Rule.NOTHING_LOST,
          commit
              + " stands there, but the record of operation "
              + operation
              + " says "
              + history.end().landed().get(operation));
    }
    checkParent(commit, request);
  }

  private void checkRecord(OperationId operation, CommitId commit) {
    CommitInfo found = tree.commits().get(commit);
    if (found == null || !found.operationId().filter(operation::equals).isPresent()) {
      findings.add(
          Rule.NOTHING_LOST,
          "The record of operation " + operation + " names " + commit + ", which it did not make");
    }
  }

  private void checkParent(CommitInfo commit, CommitContent request) {
    CommitId parent = commit.parent().orElse(null);
    boolean mayDiffer = request.comparison() == Comparison.TABLES;
    if (parent == null || (!mayDiffer && !parent.equals(request.expectedHead()))) {
      findings.add(
          Rule.ONE_LINE,
          commit + " stands on " + parent + ", but was made for " + request.expectedHead());
      return;
    }
    Map<TableName, Bound> before = new HashMap<>(tree.tables(parent));
    Set<TableName> changed = new HashSet<>();
    for (Change change : request.changes()) {
      String misfit = changed.add(change.table()) ? misfit(change, before) : null;
      if (misfit != null) {
        findings.add(Rule.ONE_LINE, commit + " does not fit its parent " + parent + ": " + misfit);
      }
    }
  }

  /** Returns why a change does not fit what its parent binds; null if it does. */
  private static @Nullable String misfit(Change change, Map<TableName, Bound> parent) {
    Bound bound = parent.get(change.table());
    if (change instanceof Change.Create) {
      return bound == null ? null : change.table() + " is bound already";
    }
    if (bound == null) {
      return change.table() + " is not bound";
    }
    String base =
        change instanceof Change.Update update
            ? update.baseLocation()
            : change instanceof Change.AssertUnchanged same ? same.metadataLocation() : null;
    return base == null || base.equals(bound.metadataLocation())
        ? null
        : change.table() + " is at " + bound.metadataLocation() + ", not at " + base;
  }
}
