package dev.landfall.testkit.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides whether a history keeps the rules of outcomes. It looks only at what callers asked and
 * were told and at what the catalog holds in the end, so a history of any catalog can be checked: a
 * simulated one, or one recorded against a real service. Stateless; safe for use by many threads.
 */
public final class HistoryChecker {

  private HistoryChecker() {}

  /** Checks a history. Does no I/O. */
  public static Verdict check(History recorded) {
    History history = recorded.asRemembered();
    Findings findings = new Findings();
    CommitTree tree = new CommitTree(history);
    CallIndex calls = new CallIndex(history);
    new CommitRules(history, tree, findings).check();
    new OutcomeRules(history, tree, calls, findings).check();
    new BranchRules(history, tree, calls, findings).check();
    new TableRules(history, tree, findings).check();
    return new Verdict(findings.all);
  }

  /** What is found on the way. */
  static final class Findings {

    private final List<Violation> all = new ArrayList<>();

    void add(Rule rule, String message, RecordedCall... calls) {
      all.add(new Violation(rule, message, List.of(calls)));
    }
  }
}
