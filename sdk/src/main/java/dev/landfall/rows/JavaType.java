package dev.landfall.rows;

import org.apache.iceberg.types.Type;

/** What a record component holds, beside the Iceberg type that a table of such records has. */
sealed interface JavaType {

  /** Returns the Iceberg type; field ids are unique within a whole record. */
  Type type();

  /**
   * A value without parts.
   *
   * @param free whether precision and scale are the table's to say
   */
  record Scalar(Class<?> raw, Type type, boolean free) implements JavaType {}

  /** A nested record. */
  record Nested(RecordShape shape, Type type) implements JavaType {}

  /** A {@link java.util.List}. */
  record Listed(JavaType element, Type type) implements JavaType {}

  /** A {@link java.util.Map}. */
  record Mapped(JavaType key, JavaType value, Type type) implements JavaType {}
}
