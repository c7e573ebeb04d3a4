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
 */
public record History(
    Map<OperationId, CommitContent> requests, List<RecordedCall> calls, FinalState end) {

  /** Copies the collections. */
  public History {
    requests = Map.copyOf(requests);
    calls = List.copyOf(calls);
  }
}
