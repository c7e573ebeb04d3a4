package dev.landfall.internal.bindings;

import dev.landfall.model.Change;
import dev.landfall.model.ConflictKind;
import dev.landfall.model.TableConflict;
import dev.landfall.model.TableName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The bindings of a head as the changes of one commit would leave them. The changes are applied in
 * their order, each to what the ones before it left; those that cannot be applied are collected.
 * Not thread-safe.
 *
 * @param <E> what a look-up at the head may throw
 */
public final class StagedBindings<E extends Exception> {

  /** Looks up what the head binds to a name. */
  @FunctionalInterface
  public interface Lookup<E extends Exception> {
    /** Returns the binding; empty if there is none. */
    Optional<Binding> find(TableName name) throws E;
  }

  private final Lookup<E> head;
  private final Map<TableName, Optional<Binding>> before = new HashMap<>();
  private final Map<TableName, Optional<Binding>> after = new LinkedHashMap<>();
  private final List<TableConflict> conflicts = new ArrayList<>();

  /** Starts with the bindings of a head, each of which is looked up once at most. */
  public StagedBindings(Lookup<E> head) {
    this.head = head;
  }

  /** Applies a change, or adds a conflict. */
  public void apply(Change change) throws E {
    if (change instanceof Change.Create create) {
      create(create);
    } else if (change instanceof Change.Update update) {
      update(update);
    } else if (change instanceof Change.Drop drop) {
      drop(drop);
    } else if (change instanceof Change.Rename rename) {
      rename(rename);
    } else if (change instanceof Change.AssertUnchanged unchanged) {
      requireVersion(unchanged.table(), unchanged.tableId(), unchanged.metadataLocation());
    }
  }

  /** Returns why the changes cannot be applied; nothing if they can. */
  public List<TableConflict> conflicts() {
    return conflicts;
  }

  /** Returns the names whose binding is not the head's, and what they are bound to, if anything. */
  public Map<TableName, Optional<Binding>> changed() {
    Map<TableName, Optional<Binding>> changed = new LinkedHashMap<>(after);
    changed.entrySet().removeIf(entry -> entry.getValue().equals(before.get(entry.getKey())));
    return changed;
  }

  private void create(Change.Create create) throws E {
    if (requireFree(create.table())) {
      bind(create.table(), new Binding(create.tableId(), create.metadataLocation()));
    }
  }

  private void update(Change.Update update) throws E {
    if (requireVersion(update.table(), update.tableId(), update.baseLocation())) {
      bind(update.table(), new Binding(update.tableId(), update.metadataLocation()));
    }
  }

  private void drop(Change.Drop drop) throws E {
    if (requireBound(drop.table()) != null) {
      unbind(drop.table());
    }
  }

  private void rename(Change.Rename rename) throws E {
    Binding binding = requireBound(rename.table());
    if (binding != null && requireFree(rename.newName())) {
      unbind(rename.table());
      bind(rename.newName(), binding);
    }
  }

  private boolean requireVersion(TableName table, UUID tableId, String location) throws E {
    Binding binding = requireBound(table);
    if (binding == null) {
      return false;
    }
    if (!binding.tableId().equals(tableId)) {
      conflict(
          table, ConflictKind.OTHER_TABLE, "is table " + binding.tableId() + ", not " + tableId);
      return false;
    }
    if (!binding.metadataLocation().equals(location)) {
      conflict(
          table,
          ConflictKind.VERSION_CHANGED,
          "is at version " + binding.metadataLocation() + ", not at " + location);
      return false;
    }
    return true;
  }

  private @Nullable Binding requireBound(TableName table) throws E {
    Binding binding = current(table).orElse(null);
    if (binding == null) {
      conflict(table, ConflictKind.TABLE_NOT_FOUND, "does not exist");
    }
    return binding;
  }

  private boolean requireFree(TableName name) throws E {
    Binding binding = current(name).orElse(null);
    if (binding != null) {
      conflict(name, ConflictKind.NAME_TAKEN, "is taken by table " + binding.tableId());
    }
    return binding == null;
  }

  private void conflict(TableName table, ConflictKind kind, String problem) {
    TableConflict conflict =
        new TableConflict(table, kind, "At the head, '" + table + "' " + problem);
    if (!conflicts.contains(conflict)) {
      conflicts.add(conflict);
    }
  }

  private Optional<Binding> current(TableName name) throws E {
    Optional<Binding> staged = after.get(name);
    if (staged != null) {
      return staged;
    }
    Optional<Binding> binding = head.find(name);
    before.put(name, binding);
    after.put(name, binding);
    return binding;
  }

  private void bind(TableName name, Binding binding) {
    after.put(name, Optional.of(binding));
  }

  private void unbind(TableName name) {
    after.put(name, Optional.empty());
  }
}
