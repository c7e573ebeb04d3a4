package dev.landfall.testkit.simulation;

import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.testkit.simulation.HistoryChecker.Findings;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What callers may be told of one operation. */
final class OutcomeRules {

  private final History history;
  private final CommitTree tree;
  private final CallIndex calls;
  private final Findings findings;

  OutcomeRules(History history, CommitTree tree, CallIndex calls, Findings findings) {
    this.history = history;
    this.tree = tree;
    this.calls = calls;
    this.findings = findings;
  }

  void check() {
    calls.byOperation().forEach(this::check);
  }

  private void check(OperationId operation, List<RecordedCall> asked) {
    CommitId landed = history.end().landed().get(operation);
    RecordedCall firstSeen = null;
    for (RecordedCall call : asked) {
      checkAgainstEnd(operation, call, landed, asked);
      if (CallIndex.landed(call).isPresent()
          && (firstSeen == null || call.end() < firstSeen.end())) {
        firstSeen = call;
      }
    }
    if (firstSeen != null) {
      for (RecordedCall call : asked) {
        checkNotBack(operation, firstSeen, call);
      }
    }
  }

  private void checkAgainstEnd(
      OperationId operation,
      RecordedCall call,
      @Nullable CommitId landed,
      List<RecordedCall> asked) {
    Answer answer = call.answer();
    if (answer instanceof Answer.Landed seen) {
      checkLanded(operation, call, seen.commit(), landed);
    } else if (landed == null) {
      return;
    } else if (answer instanceof Answer.Abandoned
        || (answer instanceof Answer.Failed failed && failed.abandoned())) {
      findings.add(
          Rule.ABANDONED_NEVER_LANDS,
          "Operation " + operation + " was abandoned, and has landed as " + landed,
          call);
    } else if (call.call() instanceof Call.Publish && isRefusal(answer)) {
      if (answer instanceof Answer.BranchMoved || !mayLandLater(call, asked)) {
        findings.add(
            Rule.REFUSED_NEVER_LANDS,
            "Operation "
                + operation
                + " was answered as not published, and has landed as "
                + landed,
            call);
      }
    }
  }

  private void checkLanded(
      OperationId operation, RecordedCall call, CommitId seen, @Nullable CommitId landed) {
    CommitInfo commit = tree.commits().get(seen);
    if (commit == null || landed == null) {
      findings.add(
          Rule.NOTHING_LOST,
          "Operation " + operation + " was answered as landed at " + seen + ", which is gone",
          call);
    } else if (!seen.equals(landed)
        || !commit.operationId().filter(operation::equals).isPresent()) {
      findings.add(
          Rule.PUBLISHED_IS_IN_HISTORY,
          "Operation " + operation + " was answered as " + seen + ", but it made " + landed,
          call);
    }
  }

  /**
   * A branch that moved never comes back. What did not fit, or could not be sent, may be sent again
   * on purpose, and land then; and a failure speaks of the sends of its own caller only.
   */
  private static boolean mayLandLater(RecordedCall refused, List<RecordedCall> asked) {
    return asked.stream()
        .filter(other -> other.call() instanceof Call.Publish)
        .anyMatch(
            other ->
                refused.endedBefore(other)
                    || (refused.answer() instanceof Answer.Failed
                        && !other.caller().equals(refused.caller())));
  }

  private void checkNotBack(OperationId operation, RecordedCall seen, RecordedCall later) {
    Optional<CommitId> first = CallIndex.landed(seen);
    Optional<CommitId> again = CallIndex.landed(later);
    boolean contradicts = again.isPresent() && !again.equals(first);
    boolean forgets =
        seen.endedBefore(later)
            && (later.answer() instanceof Answer.NoRecord
                || later.answer() instanceof Answer.Abandoned
                || (later.call() instanceof Call.Publish
                    && (later.answer() instanceof Answer.BranchMoved
                        || later.answer() instanceof Answer.Conflicted)));
    if (contradicts || forgets) {
      findings.add(
          Rule.RECOVER_NEVER_GOES_BACK,
          "Operation " + operation + " had been seen landed, and then was not, or elsewhere",
          seen,
          later);
    }
  }

  private static boolean isRefusal(Answer answer) {
    return answer instanceof Answer.BranchMoved
        || answer instanceof Answer.Conflicted
        || answer instanceof Answer.Failed;
  }
}
