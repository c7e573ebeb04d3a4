package dev.landfall.internal.nessie;

import dev.landfall.model.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What Nessie binds contents to: the parts of a name. */
record Key(List<String> elements) {

  /** The most parts, and characters of all parts, that a key has in Nessie. */
  static final int MAX_ELEMENTS = 20;

  static final int MAX_LENGTH = 500;

  Key {
    elements = List.copyOf(elements);
  }

  static Key of(String element) {
    return new Key(List.of(element));
  }

  static Key of(TableName table) {
    List<String> elements = new ArrayList<>(table.namespace());
    elements.add(table.name());
    return new Key(elements);
  }

  /** Returns the table name; empty if no table of a project can have such a name. */
  Optional<TableName> tableName() {
    int last = elements.size() - 1;
    if (last < 1) {
      return Optional.empty();
    }
    try {
      return Optional.of(new TableName(elements.subList(0, last), elements.get(last)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the keys of the namespaces that the key lies in, the outermost first. */
  List<Key> namespaces() {
    List<Key> namespaces = new ArrayList<>();
    for (int i = 1; i < elements.size(); i++) {
      namespaces.add(new Key(elements.subList(0, i)));
    }
    return namespaces;
  }

  boolean isTooLong() {
    return elements.size() > MAX_ELEMENTS
        || elements.stream().mapToInt(String::length).sum() + elements.size() > MAX_LENGTH;
  }

  @Override
  public String toString() {
    return String.join(".", elements);
  }
}
