package dev.landfall.testkit.simulation;

import dev.landfall.SavedCommit;
import dev.landfall.model.OperationId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What clients have saved durably, for any process to resume: the texts, no objects. */
final class SavedCommits {

  private final List<OperationId> order = new ArrayList<>();
  private final Map<OperationId, String> texts = new HashMap<>();

  void save(SavedCommit commit) {
    if (texts.put(commit.operationId(), commit.toJson()) == null) {
      order.add(commit.operationId());
    }
  }

  boolean isEmpty() {
    return order.isEmpty();
  }

  List<OperationId> operations() {
    return order;
  }

  SavedCommit load(OperationId operation) {
    return SavedCommit.fromJson(texts.getOrDefault(operation, ""));
  }

  /** Loads one of the last ones more often than an old one. */
  SavedCommit loadSome(World world) {
    int back = Math.min(world.upTo(order.size()), world.upTo(order.size()));
    return load(order.get(order.size() - 1 - back));
  }
}
