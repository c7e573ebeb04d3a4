package dev.landfall.testkit.simulation;

import dev.landfall.model.CommitContent;
import dev.landfall.model.OperationId;
import java.util.List;
import java.util.Map;

/**
 * What callers did to one project and what they were told, and what the catalog holds in the end.
 *
 * @param requests every frozen request that may have been sent
 * @param calls in the order in which they began
 * @param losses power cuts that may have taken what had been answered
 */
public record History(
    Map<OperationId, CommitContent> requests,
    List<RecordedCall> calls,
    FinalState end,
    List<Loss> losses) {

  /** Copies the collections. */
  public History {
    requests = Map.copyOf(requests);
    calls = List.copyOf(calls);
    losses = List.copyOf(losses);
  }

  /** Makes a history of a catalog that loses nothing. */
  public History(
      Map<OperationId, CommitContent> requests, List<RecordedCall> calls, FinalState end) {
    this(requests, calls, end, List.of());
  }

  /**
   * Returns this history as those know it who lived on: what was told of a state that may be gone
   * was told to nobody.
   */
  History asRemembered() {
    return new History(requests, calls.stream().map(this::asRemembered).toList(), end);
  }

  private RecordedCall asRemembered(RecordedCall call) {
    return losses.stream().anyMatch(loss -> loss.mayTake(call)) ? call.withoutAnswer() : call;
  }
}
