package dev.landfall.testkit.fault;

import java.util.Optional;
import java.util.function.Predicate;

/** One rule of a plan, with its counts. Guarded by the plan. */
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

  /**
   * Which requests a rule hits.
   *
   * @param text as it is written in a test
   */
  record Selection(Predicate<WireRequest> condition, Occurrence occurrence, String text) {}

  private final Selection selection;
  private final Fault fault;
  private int seen;
  private int hits;

  FaultRule(Selection selection, Fault fault) {
    this.selection = selection;
    this.fault = fault;
  }

  /** Counts a request, and says whether it is one that the rule hits. */
  boolean picks(WireRequest request, boolean taken) {
    Occurrence occurrence = selection.occurrence();
    if ((taken && occurrence.skipsTaken()) || !selection.condition().test(request)) {
      return false;
    }
    seen++;
    return occurrence.number() == 0 || occurrence.number() == seen;
  }

  Fault hit() {
    hits++;
    return fault;
  }

  Fault fault() {
    return fault;
  }

  /** Returns what of the rule has not happened yet, in words. */
  Optional<String> pending() {
    if (hits == 0) {
      return Optional.of(this + ": " + came());
    }
    if (fault instanceof Fault.DeliverAgainAfter again && !again.hold().isDelivered()) {
      return Optional.of(this + ": it was not delivered again, as too few publishes followed");
    }
    return Optional.empty();
  }

  private String came() {
    return switch (seen) {
      case 0 -> "no such request came";
      case 1 -> "only 1 such request came, or another rule hit it";
      default -> "only " + seen + " such requests came, or other rules hit them";
    };
  }

  @Override
  public String toString() {
    return selection.text() + "." + fault;
  }
}
