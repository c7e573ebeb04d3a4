package dev.landfall.rows;

import java.util.List;
import java.util.function.Function;
import org.apache.iceberg.types.Types;

/** A Java record as columns: looked up by reflection once, read without it. */
record RecordShape(
    Class<? extends Record> type, List<Component> components, Types.StructType struct) {

  /**
   * A component and its column.
   *
   * @param nullable whether the column is optional
   * @param wrapped whether Java code sees a {@link java.util.Optional}
   * @param getter answers the value, or null in place of an empty Optional
   */
  record Component(
      String column,
      JavaType javaType,
      boolean nullable,
      boolean wrapped,
      Class<?> raw,
      Function<Object, Object> getter) {}
}
