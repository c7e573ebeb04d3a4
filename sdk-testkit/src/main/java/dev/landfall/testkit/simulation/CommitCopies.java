package dev.landfall.testkit.simulation;

import dev.landfall.FrozenCommit;
import dev.landfall.model.OperationId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells the copies of a commit apart that one process holds: the one that it froze, and those that
 * it resumed. Each knows of its own sends only.
 */
final class CommitCopies {

  private final Map<OperationId, List<FrozenCommit>> held = new HashMap<>();

  /** Returns what to call a copy after the name of its process; the first one has no name. */
  String nameOf(FrozenCommit copy) {
    List<FrozenCommit> copies =
        held.computeIfAbsent(copy.operationId(), operation -> new ArrayList<>());
    int number = 0;
    while (number < copies.size() && !isSame(copies.get(number), copy)) {
      number++;
    }
    if (number == copies.size()) {
      copies.add(copy);
    }
    return "'".repeat(number);
  }

  @SuppressWarnings("ReferenceEquality") // Copies are equal; which object it is counts here.
  private static boolean isSame(FrozenCommit one, FrozenCommit other) {
    return one == other;
  }
}
