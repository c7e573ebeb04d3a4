package dev.landfall.testkit.fault;

import dev.landfall.model.OperationId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong on the way to a catalog, by a {@link FaultProxy} or a {@link FaultLine}: rules,
 * each of which says which request is hit, and by what.
 *
 * <pre>{@code
 * faults.onPublish().first().applyThenDropAnswer();
 * faults.onPublish().second().refuse();
 * faults.onRecover().every().applyThenAnswer(502);
 * Hold late = faults.onPublish().of(operationId).first().holdRequest();
 * }</pre>
 *
 * <p>A rule counts from the moment when it is made, and counts every request that it is about,
 * whichever rule hits it. If several hit one request, the rule that was made first wins. A request
 * that no rule hits passes as it is. Thread-safe; rules may be added and removed while the plan is
 * in use.
 */
public final class FaultPlan {

  private final List<FaultRule> rules = new ArrayList<>();

  /** Makes a plan without rules, with which everything passes. */
  public FaultPlan() {}

  /** Starts a rule about requests to publish. */
  public RequestSelector onPublish() {
    return on(RequestKind.PUBLISH, "onPublish()");
  }

  /** Starts a rule about look-ups of an operation. */
  public RequestSelector onRecover() {
    return on(RequestKind.RECOVER, "onRecover()");
  }

  /** Starts a rule about requests to abandon an operation. */
  public RequestSelector onAbandon() {
    return on(RequestKind.ABANDON, "onAbandon()");
  }

  /** Starts a rule about reads. */
  public RequestSelector onRead() {
    return on(RequestKind.READ, "onRead()");
  }

  /** Starts a rule about every request of a kind. */
  public RequestSelector on(RequestKind kind) {
    return on(kind, "on(" + kind + ")");
  }

  /** Starts a rule about every request. */
  public RequestSelector onAny() {
    return new RequestSelector(this, request -> true, "onAny()");
  }

  /**
   * Starts a rule about the requests that a condition picks. It is asked when the head of a request
   * has arrived, so the request has no body yet; and it is asked by one thread at a time, which
   * everybody waits for.
   */
  public RequestSelector on(Predicate<WireRequest> condition) {
    return new RequestSelector(this, condition, "on(condition)");
  }

  /**
   * Removes every rule, also from what {@link #pending} tells. What a rule has hit already is not
   * undone.
   */
  public void clear() {
    synchronized (rules) {
      rules.clear();
    }
  }

  /**
   * Returns the rules that have not happened so far, each as it was written and with the reason, in
   * the order in which they were made. Empty if everything has.
   */
  public List<String> pending() {
    synchronized (rules) {
      return rules.stream().map(FaultRule::pending).flatMap(Optional::stream).toList();
    }
  }

  /**
   * Fails unless every rule has happened: a test whose fault never hits proves nothing.
   *
   * @throws AssertionError if a rule has not; the message tells which, and why
   */
  public void assertAllHappened() {
    List<String> pending = pending();
    if (!pending.isEmpty()) {
      throw new AssertionError(
          (pending.size() == 1 ? "A planned fault" : pending.size() + " planned faults")
              + " never happened:\n  "
              + String.join("\n  ", pending)
              + "\nA rule counts from when it is made. Plan it before the request is sent, let the"
              + " code under test send it, or leave the rule out.");
    }
  }

  void add(FaultRule rule) {
    synchronized (rules) {
      rules.add(rule);
    }
  }

  /**
   * Returns the fault that hits a request, and counts the request.
   *
   * @param possible which faults can be brought about where the request was met; the rules of
   *     others are left alone
   */
  Optional<Fault> faultFor(WireRequest request, Predicate<Fault> possible) {
    synchronized (rules) {
      @Nullable FaultRule hit = null;
      // Every rule sees every request, so that "second" is the second whatever hit the first.
      for (FaultRule rule : rules) {
        if (possible.test(rule.fault()) && rule.picks(request, hit != null) && hit == null) {
          hit = rule;
        }
      }
      return Optional.ofNullable(hit).map(FaultRule::hit);
    }
  }

  private RequestSelector on(RequestKind kind, String text) {
    return new RequestSelector(this, request -> request.kind() == kind, text);
  }

  static Predicate<WireRequest> ofOperation(OperationId operationId) {
    return request -> request.operationId().filter(operationId::equals).isPresent();
  }
}
