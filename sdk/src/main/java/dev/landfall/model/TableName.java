package dev.landfall.model;

import java.util.Arrays;
import java.util.List;

/**
 * The name of a table in a project: a namespace of one or more levels, and the table's own name in
 * it. In text the parts are separated by dots: {@code sales.orders} is table {@code orders} in
 * namespace {@code sales}. A name without a namespace lives in the namespace {@code default}, so
 * {@code orders} and {@code default.orders} are the same name.
 *
 * <p>Each part has 1 to 255 bytes of UTF-8, without control characters, {@code .}, {@code /},
 * {@code \} and {@code @}; the whole has at most 1,024 bytes.
 */
public record TableName(List<String> namespace, String name) implements Comparable<TableName> {

  /** The namespace of names that give none. */
  public static final List<String> DEFAULT_NAMESPACE = List.of("default");

  private static final int MAX_BYTES = 1024;

  /**
   * Validates the parts.
   *
   * @throws IllegalArgumentException if a part breaks a rule; the message states it
   */
  public TableName {
    namespace = List.copyOf(namespace);
    if (namespace.isEmpty()) {
      throw Names.invalid("table name", name, "it has no namespace; use 'default'");
    }
    namespace.forEach(level -> requirePart("namespace", level));
    requirePart("table name", name);
    Names.requireText("table name", join(namespace, name), MAX_BYTES);
  }

  /**
   * Parses a dotted name.
   *
   * @throws IllegalArgumentException if the text breaks a rule; the message states it
   */
  public static TableName of(String text) {
    Names.requireText("table name", text, MAX_BYTES);
    List<String> parts = Arrays.asList(text.split("\\.", -1));
    if (parts.contains("")) {
      throw Names.invalid(
          "table name", text, "a part between dots is empty; write namespace.name or name");
    }
    int last = parts.size() - 1;
    return new TableName(last == 0 ? DEFAULT_NAMESPACE : parts.subList(0, last), parts.get(last));
  }

  /** Returns the dotted name with its namespace, also when that is {@code default}. */
  public String qualified() {
    return join(namespace, name);
  }

  @Override
  public int compareTo(TableName other) {
    return Names.compare(qualified(), other.qualified());
  }

  /** Returns the dotted name, without the namespace {@code default}. */
  @Override
  public String toString() {
    return namespace.equals(DEFAULT_NAMESPACE) ? name : qualified();
  }

  private static void requirePart(String what, String part) {
    Names.requireSegment(what, part);
    if (part.indexOf('.') >= 0) {
      throw Names.invalid(what, part, "a part cannot contain '.', which separates the parts");
    }
  }

  private static String join(List<String> namespace, String name) {
    return String.join(".", namespace) + "." + name;
  }
}
