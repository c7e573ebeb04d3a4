package dev.landfall.internal.commit;

import dev.landfall.model.Change;
import dev.landfall.model.TableName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The changes of a commit while it is staged, and the rules between them: each table at most once,
 * each name bound at most once. Does no I/O; used by one thread.
 */
public final class Staging {

  private final List<Supplier<Change>> changes = new ArrayList<>();
  private final Map<TableName, String> changed = new HashMap<>();
  private final Set<TableName> bound = new HashSet<>();
  private final Set<UUID> created = new HashSet<>();

  /**
   * Stages the next version of a table.
   *
   * @param location asked for when the changes are read, because a version gets its final location
   *     when it is sealed
   */
  public void update(
      TableName table, UUID tableId, String baseLocation, Supplier<String> location) {
    change("update", table);
    changes.add(() -> new Change.Update(table, tableId, baseLocation, location.get()));
  }

  /** Stages the requirement that a table has the version that it had at the head. */
  public void assertUnchanged(TableName table, UUID tableId, String location) {
    change("assert", table);
    changes.add(() -> new Change.AssertUnchanged(table, tableId, location));
  }

  /** Stages a name for the first version of a table. */
  public void create(TableName table, UUID tableId, Supplier<String> location) {
    requireUnbound("create", table);
    if (!created.add(tableId)) {
      throw refused(
          "create", table, "this table is already created in this commit", "write another one");
    }
    bound.add(table);
    changes.add(() -> new Change.Create(table, tableId, location.get()));
  }

  /** Stages that a name is unbound. */
  public void drop(TableName table) {
    change("drop", table);
    changes.add(() -> new Change.Drop(table));
  }

  /** Stages that a table is bound to another name. */
  public void rename(TableName table, TableName newName) {
    if (table.equals(newName)) {
      throw new IllegalArgumentException(
          message("rename", table, "the new name is the old one", "give another name"));
    }
    requireUnbound("rename", newName);
    change("rename", table);
    bound.add(newName);
    changes.add(() -> new Change.Rename(table, newName));
  }

  /** Returns whether nothing is staged. */
  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** Returns the number of staged changes. */
  public int size() {
    return changes.size();
  }

  /** Returns the changes, in the order in which they were staged. */
  public List<Change> changes() {
    return changes.stream().map(Supplier::get).toList();
  }

  private void change(String verb, TableName table) {
    if (bound.contains(table)) {
      throw refused(
          verb,
          table,
          "this commit binds the name to another table",
          "stage the change of the old table first, or use two commits");
    }
    String earlier = changed.putIfAbsent(table, verb);
    if (earlier != null) {
      throw refused(
          verb,
          table,
          "it is already staged ('" + earlier + "') in this commit",
          "stage each table once, with its last version");
    }
  }

  private void requireUnbound(String verb, TableName name) {
    if (bound.contains(name)) {
      throw refused(verb, name, "the name is already bound in this commit", "bind each name once");
    }
    String earlier = changed.get(name);
    if (earlier != null && !earlier.equals("drop") && !earlier.equals("rename")) {
      throw refused(
          verb,
          name,
          "this commit keeps the table that has the name ('" + earlier + "')",
          "drop or rename that one instead");
    }
  }

  private static IllegalStateException refused(
      String verb, TableName table, String reason, String advice) {
    return new IllegalStateException(message(verb, table, reason, advice));
  }

  private static String message(String verb, TableName table, String reason, String advice) {
    return "Cannot " + verb + " table '" + table + "': " + reason + "; " + advice;
  }
}
