package dev.landfall.iceberg;

import dev.landfall.model.TableName;
import java.util.List;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/** Iceberg's identifiers as the names of a project, and back. */
final class Identifiers {

  /** Not a name that a table of an application has: engines split names at '$'. */
  private static final String MARKER = "$namespace";

  private Identifiers() {}

  /**
   * Returns the name of a table.
   *
   * @throws IllegalArgumentException if a project can have no table of this name
   */
  static TableName table(TableIdentifier identifier) {
    TableName name = new TableName(levels(identifier.namespace()), identifier.name());
    if (isMarker(name)) {
      throw new IllegalArgumentException(
          "Invalid table name '" + name + "': it is kept for the namespace; choose another");
    }
    return name;
  }

  /** Returns the name of the table that bears the properties of a namespace. */
  static TableName marker(Namespace namespace) {
    return new TableName(levels(namespace), MARKER);
  }

  static boolean isMarker(TableName name) {
    return name.name().equals(MARKER);
  }

  static TableIdentifier identifier(TableName name) {
    return TableIdentifier.of(namespace(name.namespace()), name.name());
  }

  static Namespace namespace(List<String> levels) {
    return Namespace.of(levels.toArray(String[]::new));
  }

  /** Returns the levels of a namespace; those of the default one for the empty one. */
  static List<String> levels(Namespace namespace) {
    return namespace.isEmpty() ? TableName.DEFAULT_NAMESPACE : List.of(namespace.levels());
  }
}
