package dev.landfall.internal.nessie;

import dev.landfall.model.Change;
import dev.landfall.model.TableConflict;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What Nessie is to be asked for, so that a head becomes what the changes of a request make of it.
 *
 * @param conflicts why the changes cannot be applied; nothing if they can
 * @param operations for each key that is changed, with the namespaces that new tables need
 */
record ChangePlan(List<TableConflict> conflicts, List<CommitOperation> operations) {

  /** Copies the lists. */
  ChangePlan {
    conflicts = List.copyOf(conflicts);
    operations = List.copyOf(operations);
  }

  /** Returns the keys whose contents at the head a plan needs to know. */
  static Set<Key> keys(List<Change> changes) {
    Set<Key> keys = new LinkedHashSet<>();
    for (Change change : changes) {
      Key key = Key.of(change.table());
      keys.add(key);
      if (change instanceof Change.Create) {
        keys.addAll(key.namespaces());
      } else if (change instanceof Change.Rename rename) {
        Key newKey = Key.of(rename.newName());
        keys.add(newKey);
        keys.addAll(newKey.namespaces());
      }
    }
    return keys;
  }

  /**
   * Returns the requirements that the tables that are asserted unchanged, and nothing else, still
   * are as they were at the commit that the plan was made for.
   */
  List<CommitOperation> guards(List<Change> changes) {
    Set<Key> changed = new LinkedHashSet<>();
    operations.forEach(operation -> changed.add(operation.key()));
    return changes.stream()
        .filter(Change.AssertUnchanged.class::isInstance)
        .map(change -> Key.of(change.table()))
        .filter(key -> !changed.contains(key))
        .<CommitOperation>map(CommitOperation.Unchanged::new)
        .toList();
  }

  /**
   * Returns what the changed keys have after the plan.
   *
   * @param newIds the ids that Nessie gave to the new contents; a key without one is left out
   */
  Map<Key, Optional<Content>> outcome(Map<Key, String> newIds) {
    Map<Key, Optional<Content>> outcome = new LinkedHashMap<>();
    for (CommitOperation operation : operations) {
      Key key = operation.key();
      String newId = newIds.get(key);
      if (operation instanceof CommitOperation.Delete) {
        outcome.put(key, Optional.empty());
      } else if (operation instanceof CommitOperation.PutTable put) {
        String id = put.contentId() == null ? newId : put.contentId();
        if (id != null) {
          outcome.put(key, Optional.of(Content.table(id, put.version())));
        }
      } else if (operation instanceof CommitOperation.PutNamespace && newId != null) {
        outcome.put(key, Optional.of(Content.namespace(newId)));
      }
    }
    return outcome;
  }
}
