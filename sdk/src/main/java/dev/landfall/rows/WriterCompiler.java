package dev.landfall.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.iceberg.data.GenericDataUtil;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Checks that rows fit a table and compiles their conversion, in one walk over both schemas. */
final class WriterCompiler {
  private static final Converter REFUSED =
      value -> {
        throw new IllegalStateException("The schemas do not fit");
      };

  private final Problems problems = new Problems();

  private WriterCompiler() {}

  /**
   * Compiles the conversion of whole rows, for use by one thread.
   *
   * @throws IllegalArgumentException if the rows do not fit; the message names every column
   */
  static StructWriter compile(
      Types.StructType rows, @Nullable RecordShape shape, Types.StructType table) {
    WriterCompiler compiler = new WriterCompiler();
    StructWriter writer = compiler.struct(rows, shape, table, "", true);
    compiler.problems.refuse("The rows do not fit the table");
    return writer;
  }

  private StructWriter struct(
      Types.StructType rows,
      @Nullable RecordShape shape,
      Types.StructType table,
      String path,
      boolean reused) {
    List<Types.NestedField> columns = table.fields();
    List<@Nullable Object> defaults = StructWriter.defaults(columns.size());
    List<StructWriter.Field> fields = new ArrayList<>();
    for (int to = 0; to < columns.size(); to++) {
      Types.NestedField column = columns.get(to);
      Types.NestedField given = rows.field(column.name());
      if (given == null) {
        defaults.set(to, missing(column, path));
      } else {
        int from = rows.fields().indexOf(given);
        JavaType java = shape == null ? null : shape.components().get(from).javaType();
        String name = Problems.path(path, column.name());
        Converter converter = value(given.type(), java, column.type(), name, reused);
        fields.add(new StructWriter.Field(from, to, column.name(), column.isRequired(), converter));
      }
    }
    refuseUnknown(rows, table, path);
    return new StructWriter(
        shape == null ? new FieldSource.OfSchema(rows) : new FieldSource.OfJavaRecord(shape),
        fields,
        table,
        defaults,
        reused);
  }

  private @Nullable Object missing(Types.NestedField column, String path) {
    if (column.writeDefault() != null) {
      return GenericDataUtil.internalToGeneric(column.type(), column.writeDefault());
    }
    if (column.isRequired()) {
      problems.add(
          Problems.path(path, column.name()),
          "(" + column.type() + ") is required by the table but the rows do not have it",
          "add it to the rows");
    }
    return null;
  }

  private void refuseUnknown(Types.StructType rows, Types.StructType table, String path) {
    for (Types.NestedField given : rows.fields()) {
      if (table.field(given.name()) == null) {
        problems.add(
            Problems.path(path, given.name()),
            "(" + given.type() + ") is not in the table",
            "add it to the table's schema or remove it from the rows");
      }
    }
  }

  private Converter value(
      Type rows, @Nullable JavaType java, Type table, String path, boolean reused) {
    if (rows.typeId() != table.typeId() || !rows.isNestedType()) {
      return scalar(rows, java, table, path);
    }
    return switch (rows.typeId()) {
      case STRUCT ->
          struct(
              rows.asStructType(),
              java instanceof JavaType.Nested nested ? nested.shape() : null,
              table.asStructType(),
              path,
              reused);
      case LIST -> list(rows.asListType(), java, table.asListType(), path);
      case MAP -> map(rows.asMapType(), java, table.asMapType(), path);
      default -> scalar(rows, java, table, path);
    };
  }

  private Converter list(
      Types.ListType rows, @Nullable JavaType java, Types.ListType table, String path) {
    JavaType element = java instanceof JavaType.Listed listed ? listed.element() : null;
    return Containers.list(
        value(rows.elementType(), element, table.elementType(), path + "[]", false),
        onNull(table.isElementRequired()));
  }

  private Converter map(
      Types.MapType rows, @Nullable JavaType java, Types.MapType table, String path) {
    JavaType.Mapped mapped = java instanceof JavaType.Mapped known ? known : null;
    JavaType key = mapped == null ? null : mapped.key();
    JavaType value = mapped == null ? null : mapped.value();
    return Containers.map(
        value(rows.keyType(), key, table.keyType(), path + "[key]", false),
        value(rows.valueType(), value, table.valueType(), path + "[value]", false),
        onNull(table.isValueRequired()));
  }

  private static @Nullable Function<String, BadValue> onNull(boolean required) {
    return required ? Nulls::inRequired : null;
  }

  private Converter scalar(Type rows, @Nullable JavaType java, Type table, String path) {
    boolean free =
        java instanceof JavaType.Scalar scalar
            && (scalar.free() || rows.typeId() == Type.TypeID.BINARY);
    if (!TypeFit.fits(rows, table, free)) {
      problems.add(
          path,
          "is " + rows + " in the rows and " + table + " in the table",
          "change the type of one of them, or convert the values before writing");
      return REFUSED;
    }
    Converter narrow = ScalarWriters.to(rows);
    Converter wide = ScalarWriters.to(table);
    if (narrow == null || wide == null) {
      problems.add(path, "is " + table + ", which rows cannot hold", "leave the column out");
      return REFUSED;
    }
    return rows.equals(table) || free ? wide : value -> wide.convert(narrow.convert(value));
  }
}
