package dev.landfall.testkit.fault;

import dev.landfall.model.OperationId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong on the wire: rules, each of which says which request is hit, and by what.
 *
 * <pre>{@code
 * faults.onPublish().first().applyThenDropAnswer();
 * faults.onPublish().second().answer(503);
 * faults.onRecover().every().applyThenAnswer(502);
 * Hold late = faults.onPublish().of(operationId).first().holdRequest();
 * }</pre>
 *
 * <p>A rule counts from the moment when it is made, and counts every request that it is about,
 * whichever rule hits it. If several hit one request, the rule that was made first wins. A request
 * that no rule hits passes as it is. Thread-safe; rules may be added and removed while a proxy uses
 * the plan.
 */
public final class FaultPlan {

  private final List<FaultRule> rules = new ArrayList<>();

  /** Makes a plan without rules, with which everything passes. */
  public FaultPlan() {}

  /** Starts a rule about requests to publish. */
  public RequestSelector onPublish() {
    return on(RequestKind.PUBLISH);
  }

  /** Starts a rule about look-ups of an operation. */
  public RequestSelector onRecover() {
    return on(RequestKind.RECOVER);
  }

  /** Starts a rule about requests to abandon an operation. */
  public RequestSelector onAbandon() {
    return on(RequestKind.ABANDON);
  }

  /** Starts a rule about reads. */
  public RequestSelector onRead() {
    return on(RequestKind.READ);
  }

  /** Starts a rule about every request of a kind. */
  public RequestSelector on(RequestKind kind) {
    return on(request -> request.kind() == kind);
  }

  /** Starts a rule about every request. */
  public RequestSelector onAny() {
    return on(request -> true);
  }

  /**
   * Starts a rule about the requests that a condition picks. It is asked when the head of a request
   * has arrived, so the request has no body yet; and it is asked by one thread at a time, which
   * everybody waits for.
   */
  public RequestSelector on(Predicate<WireRequest> condition) {
    return new RequestSelector(this, condition);
  }

  /** Removes every rule. What a rule has hit already is not undone. */
  public void clear() {
    synchronized (rules) {
      rules.clear();
    }
  }

  void add(FaultRule rule) {
    synchronized (rules) {
      rules.add(rule);
    }
  }

  /** Returns the fault that hits a request, and counts the request. */
  Optional<Fault> faultFor(WireRequest request) {
    synchronized (rules) {
      @Nullable Fault hit = null;
      // Every rule sees every request, so that "second" is the second whatever hit the first.
      for (FaultRule rule : rules) {
        if (rule.hits(request, hit != null) && hit == null) {
          hit = rule.fault();
        }
      }
      return Optional.ofNullable(hit);
    }
  }

  static Predicate<WireRequest> ofOperation(OperationId operationId) {
    return request -> request.operationId().filter(operationId::equals).isPresent();
  }
}
