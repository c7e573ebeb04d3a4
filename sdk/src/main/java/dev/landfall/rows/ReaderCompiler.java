package dev.landfall.rows;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Checks that a table fits a Java record, picks its columns, and compiles the mapping. */
final class ReaderCompiler {
  private final Problems problems = new Problems();
  private final Set<Integer> wanted = new HashSet<>();

  /**
   * Picks the columns of a record.
   *
   * @throws IllegalArgumentException if one is missing or of a type that does not fit
   */
  Schema project(RecordShape shape, Schema table) {
    pickStruct(shape, table.asStruct(), "");
    problems.refuse("The table does not fit record " + shape.type().getSimpleName());
    return TypeUtil.select(table, wanted);
  }

  StructReader compile(RecordShape shape, Schema projection) {
    return struct(shape, projection.asStruct());
  }

  private void pickStruct(RecordShape shape, Types.StructType table, String path) {
    for (RecordShape.Component component : shape.components()) {
      String name = Problems.path(path, component.column());
      Types.NestedField column = table.field(component.column());
      if (column == null) {
        problems.add(
            name,
            "(" + component.javaType().type() + ") is not in the table",
            "remove the component, or name its column with @Column");
      } else {
        pick(component.javaType(), column.fieldId(), column.type(), name);
      }
    }
  }

  private void pick(JavaType java, int id, Type table, String path) {
    if (java instanceof JavaType.Nested nested && table.isStructType()) {
      pickStruct(nested.shape(), table.asStructType(), path);
    } else if (java instanceof JavaType.Listed listed && table.isListType()) {
      Types.ListType list = table.asListType();
      pick(listed.element(), list.elementId(), list.elementType(), path + "[]");
    } else if (java instanceof JavaType.Mapped mapped && table.isMapType()) {
      Types.MapType map = table.asMapType();
      pick(mapped.key(), map.keyId(), map.keyType(), path + "[key]");
      pick(mapped.value(), map.valueId(), map.valueType(), path + "[value]");
    } else if (java instanceof JavaType.Scalar && TypeFit.shows(table, java.type())) {
      wanted.add(id);
    } else {
      problems.add(
          path,
          "is " + table + " in the table and " + java.type() + " in the record",
          "change the type of the component");
    }
  }

  private StructReader struct(RecordShape shape, Types.StructType projection) {
    List<StructReader.Field> fields = new ArrayList<>();
    for (RecordShape.Component component : shape.components()) {
      Types.NestedField column = projection.field(component.column());
      fields.add(
          new StructReader.Field(
              component,
              projection.fields().indexOf(column),
              value(component.javaType(), column.type())));
    }
    return new StructReader(shape.type(), projection.fields().size(), fields);
  }

  private Converter value(JavaType java, Type column) {
    if (java instanceof JavaType.Nested nested) {
      return struct(nested.shape(), column.asStructType());
    }
    if (java instanceof JavaType.Listed listed) {
      boolean required = listed.type().asListType().isElementRequired();
      return Containers.list(
          value(listed.element(), column.asListType().elementType()), onNull(required));
    }
    if (java instanceof JavaType.Mapped mapped) {
      boolean required = mapped.type().asMapType().isValueRequired();
      return Containers.map(
          value(mapped.key(), column.asMapType().keyType()),
          value(mapped.value(), column.asMapType().valueType()),
          onNull(required));
    }
    return ScalarReaders.to(((JavaType.Scalar) java).raw());
  }

  private static @Nullable Function<String, BadValue> onNull(boolean required) {
    return required ? Nulls::inComponent : null;
  }
}
