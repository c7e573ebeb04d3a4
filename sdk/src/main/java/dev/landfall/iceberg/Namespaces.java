package dev.landfall.iceberg;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.Table;
import dev.landfall.model.TableName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.types.Types;

/**
 * The namespaces of a branch. To a project a namespace is no more than a part of its tables' names.
 * One that shall exist without tables, or have properties, therefore has a marker: an empty table
 * with a reserved name, whose properties are those of the namespace. So namespaces are versioned,
 * branched and published like everything else, and no catalog needs to know of them.
 */
final class Namespaces {

  /** Keeps a namespace's properties apart from those that mean something to Iceberg. */
  private static final String PREFIX = "landfall.namespace.";

  /** Of no use, but not every reader of Iceberg opens a table without a column. */
  private static final Schema MARKER_SCHEMA =
      new Schema(Types.NestedField.optional(1, "unused", Types.StringType.get()));

  private final Branch branch;

  Namespaces(Branch branch) {
    this.branch = branch;
  }

  void create(Namespace namespace, Map<String, String> properties) {
    TableName marker = Identifiers.marker(requireNamed(namespace));
    branch.publish(
        "Create namespace " + namespace,
        head -> {
          if (exists(head, namespace)) {
            throw new AlreadyExistsException("Namespace already exists: %s", namespace);
          }
          return createMarker(head, marker, properties);
        });
  }

  /**
   * Drops a namespace without tables. Compares the whole head, because a table that comes meanwhile
   * must keep the namespace.
   *
   * @return false if there is none
   */
  boolean drop(Namespace namespace) {
    TableName marker = Identifiers.marker(requireNamed(namespace));
    try {
      branch.publish(
          "Drop namespace " + namespace,
          head -> {
            if (names(head).stream()
                .anyMatch(name -> isWithin(name, namespace) && !name.equals(marker))) {
              throw new NamespaceNotEmptyException("Namespace %s is not empty", namespace);
            }
            if (head.findEntry(marker.qualified()).isEmpty()) {
              throw noSuchNamespace(namespace);
            }
            return head.commit().dropTable(marker.qualified());
          });
      return true;
    } catch (NoSuchNamespaceException e) {
      return false;
    }
  }

  boolean exists(Namespace namespace) {
    return !namespace.isEmpty() && exists(branch.head(), namespace);
  }

  /** Lists the namespaces one level below another, or at the top. */
  List<Namespace> list(Namespace parent) {
    BranchHead head = branch.head();
    if (!parent.isEmpty()) {
      require(head, parent);
    }
    int depth = parent.length();
    Stream<List<String>> found =
        names(head).stream()
            .filter(name -> parent.isEmpty() || isWithin(name, parent))
            .map(TableName::namespace)
            .filter(levels -> levels.size() > depth)
            .map(levels -> levels.subList(0, depth + 1));
    return Stream.concat(
            parent.isEmpty() ? Stream.of(TableName.DEFAULT_NAMESPACE) : Stream.of(), found)
        .distinct()
        .map(Identifiers::namespace)
        .toList();
  }

  /** Lists the tables in a namespace itself, not in those below it. */
  List<TableIdentifier> tables(Namespace namespace) {
    BranchHead head = branch.head();
    require(head, namespace);
    List<String> levels = Identifiers.levels(namespace);
    return names(head).stream()
        .filter(name -> name.namespace().equals(levels) && !Identifiers.isMarker(name))
        .map(Identifiers::identifier)
        .toList();
  }

  Map<String, String> properties(Namespace namespace) {
    BranchHead head = branch.head();
    require(head, requireNamed(namespace));
    return findMarker(head, namespace).map(Namespaces::propertiesOf).orElse(Map.of());
  }

  /** Sets and removes properties; returns false if that changes nothing. */
  boolean update(Namespace namespace, Map<String, String> set, Set<String> remove) {
    Map<String, String> before = properties(namespace);
    if (before.entrySet().containsAll(set.entrySet())
        && remove.stream().noneMatch(before::containsKey)) {
      return false;
    }
    branch.publish(
        "Set properties of namespace " + namespace,
        head -> {
          require(head, namespace);
          Optional<Table> marker = findMarker(head, namespace);
          return marker.isPresent()
              ? head.release().updateTable(changed(marker.get(), set, remove))
              : createMarker(head, Identifiers.marker(namespace), set);
        });
    return true;
  }

  /**
   * Refuses a namespace that does not exist.
   *
   * @throws NoSuchNamespaceException if it does not
   */
  void require(BranchHead head, Namespace namespace) {
    if (!exists(head, namespace)) {
      throw noSuchNamespace(namespace);
    }
  }

  /**
   * Makes a release fail with a conflict where the namespace is dropped meanwhile. One that nobody
   * created needs no such care: it is there as long as its tables are.
   *
   * @return the release
   */
  Commit hold(Commit release, Namespace namespace) {
    findMarker(release.head(), namespace).ifPresent(release::assertUnchanged);
    return release;
  }

  private boolean exists(BranchHead head, Namespace namespace) {
    if (Identifiers.levels(namespace).equals(TableName.DEFAULT_NAMESPACE)) {
      return true;
    }
    TableName marker;
    try {
      marker = Identifiers.marker(namespace);
    } catch (IllegalArgumentException e) {
      return false;
    }
    return Failures.translated(() -> head.findEntry(marker.qualified())).isPresent()
        || names(head).stream().anyMatch(name -> isWithin(name, namespace));
  }

  private Commit createMarker(BranchHead head, TableName marker, Map<String, String> properties) {
    Map<String, String> marked = new HashMap<>();
    properties.forEach((key, value) -> marked.put(PREFIX + key, value));
    TableMetadata metadata =
        TableMetadata.newTableMetadata(
            MARKER_SCHEMA,
            PartitionSpec.unpartitioned(),
            SortOrder.unsorted(),
            branch.newTableLocation(),
            marked);
    return head.release().createTable(marker.qualified(), branch.project().adoptTable(metadata));
  }

  private static Table changed(Table marker, Map<String, String> set, Set<String> remove) {
    return marker.edit(
        table -> {
          UpdateProperties update = table.updateProperties();
          set.forEach((key, value) -> update.set(PREFIX + key, value));
          remove.forEach(key -> update.remove(PREFIX + key));
          update.commit();
        });
  }

  private static Optional<Table> findMarker(BranchHead head, Namespace namespace) {
    String marker = Identifiers.marker(namespace).qualified();
    return Failures.translated(() -> head.findTable(marker));
  }

  private static Map<String, String> propertiesOf(Table marker) {
    Map<String, String> properties = new TreeMap<>();
    marker
        .properties()
        .forEach(
            (key, value) -> {
              if (key.startsWith(PREFIX)) {
                properties.put(key.substring(PREFIX.length()), value);
              }
            });
    return properties;
  }

  private static List<TableName> names(BranchHead head) {
    return Failures.translated(() -> head.tables().toList());
  }

  private static boolean isWithin(TableName name, Namespace namespace) {
    List<String> levels = Identifiers.levels(namespace);
    return name.namespace().size() >= levels.size()
        && name.namespace().subList(0, levels.size()).equals(levels);
  }

  private static Namespace requireNamed(Namespace namespace) {
    if (namespace.isEmpty()) {
      throw noSuchNamespace(namespace);
    }
    return namespace;
  }

  private static NoSuchNamespaceException noSuchNamespace(Namespace namespace) {
    return new NoSuchNamespaceException("Namespace does not exist: %s", namespace);
  }
}
