package dev.landfall.rows;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Takes a row, or a nested struct, apart. */
interface FieldSource {

  /**
   * Checks that the row has the declared form.
   *
   * @throws BadValue if it has another
   */
  void check(Object row);

  /** Returns the value of the field at this position of the declared struct. */
  @Nullable Object get(Object row, int index);

  /** The cells of one row or nested struct of a file, in the order of the schema. */
  final class Cells {
    private final @Nullable Object[] values;

    Cells(@Nullable Object[] values) {
      this.values = values;
    }
  }

  /** Java records of one class. */
  final class OfJavaRecord implements FieldSource {
    private final Class<?> type;
    private final Function<Object, Object>[] getters;

    @SuppressWarnings({"unchecked", "rawtypes"}) // An array of a generic type has no other way.
    OfJavaRecord(RecordShape shape) {
      type = shape.type();
      getters =
          shape.components().stream()
              .map(RecordShape.Component::getter)
              .toArray(size -> (Function<Object, Object>[]) new Function[size]);
    }

    @Override
    public void check(Object row) {
      if (row.getClass() != type) {
        throw BadValue.expected(type.getSimpleName(), row, "; give records of one class");
      }
    }

    @Override
    public @Nullable Object get(Object row, int index) {
      return getters[index].apply(row);
    }
  }

  /** Maps by column name, Iceberg records, and the cells of files. */
  final class OfSchema implements FieldSource {
    private final List<Types.NestedField> fields;
    private final Map<String, Integer> positions = new HashMap<>();
    private Types.@Nullable StructType known;

    OfSchema(Types.StructType struct) {
      fields = struct.fields();
      for (Types.NestedField field : fields) {
        positions.put(field.name(), positions.size());
      }
    }

    @Override
    public void check(Object row) {
      if (row instanceof Map<?, ?> map) {
        for (Object key : map.keySet()) {
          if (!(key instanceof String name) || !positions.containsKey(name)) {
            throw new BadValue(
                "the key '" + key + "' is no column; remove it or add it to the schema");
          }
        }
      } else if (row instanceof Record given) {
        checkStruct(given.struct());
      } else if (!(row instanceof Cells)) {
        throw BadValue.expected("struct", row, "; give a Map or an Iceberg Record");
      }
    }

    @SuppressWarnings("ReferenceEquality") // Most rows share one struct; the names decide else.
    private void checkStruct(Types.StructType struct) {
      if (struct == known) {
        return;
      }
      List<String> names = struct.fields().stream().map(Types.NestedField::name).toList();
      List<String> wanted = fields.stream().map(Types.NestedField::name).toList();
      if (!names.equals(wanted)) {
        throw new BadValue(
            "the record has columns "
                + names
                + ", but "
                + wanted
                + " were declared; make it with the declared schema");
      }
      known = struct;
    }

    @Override
    public @Nullable Object get(Object row, int index) {
      if (row instanceof Map<?, ?> map) {
        return map.get(fields.get(index).name());
      }
      return row instanceof Record given ? given.get(index) : ((Cells) row).values[index];
    }
  }
}
