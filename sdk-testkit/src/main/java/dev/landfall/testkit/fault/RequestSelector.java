package dev.landfall.testkit.fault;

import dev.landfall.model.OperationId;
import java.util.function.Predicate;

/** The middle of a rule of a {@link FaultPlan}: which of the requests it hits. */
public final class RequestSelector {

  private final FaultPlan plan;
  private final Predicate<WireRequest> condition;
  private final String text;

  RequestSelector(FaultPlan plan, Predicate<WireRequest> condition, String text) {
    this.plan = plan;
    this.condition = condition;
    this.text = text;
  }

  /** Narrows the rule to requests that name this operation; only they are counted. */
  public RequestSelector of(OperationId operationId) {
    return new RequestSelector(
        plan, condition.and(FaultPlan.ofOperation(operationId)), text + ".of(" + operationId + ")");
  }

  /** Hits the first request from when the rule is made. */
  public FaultChoice first() {
    return choice(FaultRule.Occurrence.nth(1), "first()");
  }

  /** Hits the second request from when the rule is made. */
  public FaultChoice second() {
    return choice(FaultRule.Occurrence.nth(2), "second()");
  }

  /**
   * Hits the n-th request from when the rule is made, counted from 1.
   *
   * @throws IllegalArgumentException if n is less than 1
   */
  public FaultChoice nth(int n) {
    if (n < 1) {
      throw new IllegalArgumentException(
          "Cannot hit request number " + n + ": requests are counted from 1");
    }
    return choice(FaultRule.Occurrence.nth(n), "nth(" + n + ")");
  }

  /**
   * Hits the next request that no earlier rule hits. Several such rules form a queue: each takes
   * one request, in the order in which they were made.
   */
  public FaultChoice next() {
    return choice(FaultRule.Occurrence.NEXT, "next()");
  }

  /** Hits every request. */
  public FaultChoice every() {
    return choice(FaultRule.Occurrence.EVERY, "every()");
  }

  private FaultChoice choice(FaultRule.Occurrence occurrence, String words) {
    return new FaultChoice(
        plan, new FaultRule.Selection(condition, occurrence, text + "." + words));
  }
}
