package dev.landfall.testkit.simulation;

import dev.landfall.model.CommitId;
import dev.landfall.model.OperationId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The calls of a history by what they are about. */
final class CallIndex {

  private final Map<OperationId, List<RecordedCall>> byOperation = new LinkedHashMap<>();

  CallIndex(History history) {
    for (RecordedCall call : history.calls()) {
      operationOf(call)
          .ifPresent(
              operation ->
                  byOperation.computeIfAbsent(operation, o -> new ArrayList<>()).add(call));
    }
  }

  Map<OperationId, List<RecordedCall>> byOperation() {
    return byOperation;
  }

  /** Returns when an operation was published for the first time; empty if it never was. */
  Optional<RecordedCall> firstPublish(OperationId operation) {
    return byOperation.getOrDefault(operation, List.of()).stream()
        .filter(call -> call.call() instanceof Call.Publish)
        .findFirst();
  }

  static Optional<OperationId> operationOf(RecordedCall call) {
    if (call.call() instanceof Call.Publish publish) {
      return Optional.of(publish.operation());
    } else if (call.call() instanceof Call.Recover recover) {
      return Optional.of(recover.operation());
    } else if (call.call() instanceof Call.Abandon abandon) {
      return Optional.of(abandon.operation());
    }
    return Optional.empty();
  }

  static Optional<CommitId> landed(RecordedCall call) {
    return call.answer() instanceof Answer.Landed landed
        ? Optional.of(landed.commit())
        : Optional.empty();
  }
}
