package dev.landfall.rows;

import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Fills an Iceberg record from a row. */
final class StructWriter implements Converter {

  /** A column that the rows have. */
  record Field(int from, int to, String name, boolean required, Converter converter) {}

  private final FieldSource source;
  private final Field[] fields;
  private final GenericRecord template;
  private final boolean reused;

  /**
   * Makes a writer.
   *
   * @param defaults what columns get that the rows do not have, by position
   * @param reused whether each call answers the same record, filled anew
   */
  StructWriter(
      FieldSource source,
      List<Field> fields,
      Types.StructType target,
      List<@Nullable Object> defaults,
      boolean reused) {
    this.source = source;
    this.fields = fields.toArray(Field[]::new);
    this.template = GenericRecord.create(target);
    this.reused = reused;
    for (int i = 0; i < defaults.size(); i++) {
      template.set(i, defaults.get(i));
    }
  }

  /** Makes the list of defaults that {@link #StructWriter} takes. */
  static List<@Nullable Object> defaults(int size) {
    List<@Nullable Object> defaults = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      defaults.add(null);
    }
    return defaults;
  }

  @Override
  public GenericRecord convert(Object row) {
    source.check(row);
    GenericRecord record = reused ? template : template.copy();
    for (Field field : fields) {
      Object value = source.get(row, field.from());
      if (value != null) {
        try {
          record.set(field.to(), field.converter().convert(value));
        } catch (BadValue e) {
          throw e.in(field.name());
        }
      } else if (field.required()) {
        throw Nulls.inRequired(field.name());
      } else {
        record.set(field.to(), null);
      }
    }
    return record;
  }
}
