package dev.landfall.internal.nessie;

import dev.landfall.internal.bindings.Binding;
import dev.landfall.internal.bindings.StagedBindings;
import dev.landfall.model.Change;
import dev.landfall.model.ConflictKind;
import dev.landfall.model.TableConflict;
import dev.landfall.model.TableName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes the {@link ChangePlan} of a request at one head. A head's content that is no Iceberg table
 * takes its name, but nothing else can be done with it. Used once.
 */
final class ChangePlanner {

  private final Map<Key, Content> head;
  private final MetadataFiles files;
  private final Map<String, MetadataFile> versions;
  private final Map<UUID, Content> tables = new HashMap<>();
  private final Set<TableConflict> conflicts = new LinkedHashSet<>();
  private final Map<Key, CommitOperation> namespaces = new LinkedHashMap<>();
  private final List<CommitOperation> operations = new ArrayList<>();

  /**
   * Makes a planner.
   *
   * @param head the contents of {@link ChangePlan#keys}
   * @param versions what the metadata files say that the changes bind, by their locations
   */
  ChangePlanner(Map<Key, Content> head, MetadataFiles files, Map<String, MetadataFile> versions) {
    this.head = head;
    this.files = files;
    this.versions = versions;
  }

  ChangePlan plan(List<Change> changes) {
    StagedBindings<RuntimeException> bindings = new StagedBindings<>(this::bindingAtHead);
    for (Change change : changes) {
      if (isOfTables(change)) {
        bindings.apply(change);
      }
    }
    conflicts.addAll(bindings.conflicts());
    Map<TableName, Optional<Binding>> changed = bindings.changed();
    changed.forEach(this::change);
    changed.forEach(
        (name, binding) -> {
          if (binding.isPresent() && isNew(name, binding.get())) {
            Key.of(name).namespaces().forEach(each -> requireNamespace(each, name, changed));
          }
        });
    List<CommitOperation> all = new ArrayList<>(namespaces.values());
    all.addAll(operations);
    return new ChangePlan(List.copyOf(conflicts), conflicts.isEmpty() ? all : List.of());
  }

  private boolean isOfTables(Change change) {
    Content content = head.get(Key.of(change.table()));
    if (change instanceof Change.Create) {
      return isFreeOfOthers(change.table(), content);
    }
    if (content != null && content.version() == null) {
      conflict(change.table(), ConflictKind.TABLE_NOT_FOUND, "is a " + content.type());
      return false;
    }
    return !(change instanceof Change.Rename rename)
        || isFreeOfOthers(rename.newName(), head.get(Key.of(rename.newName())));
  }

  private boolean isFreeOfOthers(TableName name, @Nullable Content content) {
    if (content == null || content.version() != null) {
      return true;
    }
    conflict(name, ConflictKind.NAME_TAKEN, "is taken by a " + content.type());
    return false;
  }

  private Optional<Binding> bindingAtHead(TableName name) {
    Content content = head.get(Key.of(name));
    if (content == null || content.version() == null) {
      return Optional.empty();
    }
    UUID tableId = files.tableId(content.version().location(), content.id());
    tables.put(tableId, content);
    return Optional.of(new Binding(tableId, content.version().location()));
  }

  /** A table that stays where it is has its namespaces. */
  private boolean isNew(TableName name, Binding binding) {
    Content before = head.get(Key.of(name));
    return before == null || !before.equals(tables.get(binding.tableId()));
  }

  private void change(TableName name, Optional<Binding> binding) {
    Key key = Key.of(name);
    Content before = head.get(key);
    Content same = binding.map(bound -> tables.get(bound.tableId())).orElse(null);
    boolean replaces = before != null && !before.equals(same);
    if (replaces) {
      operations.add(new CommitOperation.Delete(key));
    }
    // Nessie moves no content onto a key that it has just taken from another one.
    String id = same == null || replaces ? null : same.id();
    binding.ifPresent(
        bound -> operations.add(new CommitOperation.PutTable(key, id, versionOf(bound, same))));
  }

  private Content.Version versionOf(Binding bound, @Nullable Content same) {
    MetadataFile file = versions.get(bound.metadataLocation());
    if (file != null) {
      return new Content.Version(bound.metadataLocation(), file);
    }
    if (same == null || same.version() == null) {
      throw new IllegalStateException("No metadata file was read for " + bound);
    }
    return same.version();
  }

  private void requireNamespace(
      Key namespace, TableName table, Map<TableName, Optional<Binding>> changed) {
    Content content = head.get(namespace);
    boolean bound = namespace.tableName().map(changed::get).filter(Optional::isPresent).isPresent();
    if (bound || (content != null && !content.isNamespace())) {
      conflict(
          table,
          ConflictKind.NAME_TAKEN,
          "cannot be, as in Nessie its namespace '"
              + namespace
              + "' is taken by a table or the like");
    } else if (content == null) {
      namespaces.put(namespace, new CommitOperation.PutNamespace(namespace));
    }
  }

  private void conflict(TableName table, ConflictKind kind, String problem) {
    conflicts.add(new TableConflict(table, kind, "At the head, '" + table + "' " + problem));
  }
}
