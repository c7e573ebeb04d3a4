package dev.landfall.testkit.fault;

import java.util.function.Predicate;

/** One rule of a plan, with its count. Guarded by the plan. */
final class FaultRule {

  /** Which of the requests that a rule is about it hits. */
  record Occurrence(int number, boolean skipsTaken) {

    static final Occurrence EVERY = new Occurrence(0, false);

    /** The first one that no earlier rule hits, so that several such rules form a queue. */
    static final Occurrence NEXT = new Occurrence(1, true);

    static Occurrence nth(int number) {
      return new Occurrence(number, false);
    }
  }

  private final Predicate<WireRequest> condition;
  private final Occurrence occurrence;
  private final Fault fault;
  private int seen;

  FaultRule(Predicate<WireRequest> condition, Occurrence occurrence, Fault fault) {
    this.condition = condition;
    this.occurrence = occurrence;
    this.fault = fault;
  }

  boolean hits(WireRequest request, boolean taken) {
    if ((taken && occurrence.skipsTaken()) || !condition.test(request)) {
      return false;
    }
    seen++;
    return occurrence.number() == 0 || occurrence.number() == seen;
  }

  Fault fault() {
    return fault;
  }
}
