package dev.landfall.rows;

import org.apache.iceberg.Schema;

/**
 * Makes Java records of a table's rows. The table may have more columns, and in another order; the
 * mapper reads those that the record has, matched by name. Immutable and safe for use by threads;
 * no I/O.
 *
 * @param <T> the record class
 */
public final class RecordMapper<T extends Record> {
  private final Class<T> type;
  private final Schema projection;
  private final StructReader reader;

  private RecordMapper(Class<T> type, Schema projection, StructReader reader) {
    this.type = type;
    this.projection = projection;
    this.reader = reader;
  }

  /**
   * Compiles the mapping of a record class, whose components may be what {@link Rows} says. A
   * component may be wider than its column ({@code long} for int, {@code double} for float); a
   * {@code BigDecimal} takes any decimal.
   *
   * @throws IllegalArgumentException if a component, optional or not, has no column, or cannot hold
   *     the column's values; the message names each and what to do
   */
  public static <T extends Record> RecordMapper<T> of(Class<T> type, Schema tableSchema) {
    ReaderCompiler compiler = new ReaderCompiler();
    RecordShape shape = RecordShapes.of(type);
    Schema projection = compiler.project(shape, tableSchema);
    return new RecordMapper<>(type, projection, compiler.compile(shape, projection));
  }

  /** Returns the columns that the record has, with the table's field ids: read with it. */
  public Schema projection() {
    return projection;
  }

  /**
   * Maps one row that was read with {@link #projection}. The result shares nothing with the row.
   *
   * @throws RowException if a null meets a component that is not nullable, an enum has no such
   *     constant, or the record's constructor refuses the values; {@code position()} is 0
   */
  public T map(org.apache.iceberg.data.Record row) {
    return map(row, 0);
  }

  /**
   * Maps one row, and names its number if it is refused.
   *
   * @param position the number of the row, counted from 1
   * @throws RowException as {@link #map(org.apache.iceberg.data.Record)}
   */
  public T map(org.apache.iceberg.data.Record row, long position) {
    try {
      return type.cast(reader.convert(row));
    } catch (BadValue e) {
      throw RowException.onRead(position, e);
    }
  }
}
