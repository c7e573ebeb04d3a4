package dev.landfall.rows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.CloseableIterator;

/**
 * Rows to write: where they come from, and the columns that they have. Making one does no I/O; each
 * write reads the source once, row by row, in constant memory. An instance is immutable and may be
 * shared by threads if its source may.
 *
 * <p>A component of a Java record is a column of the same name, or of the name in {@link Column}.
 * Types: {@code boolean}, {@code int}, {@code long}, {@code float}, {@code double} and their boxes,
 * {@code String}, {@code BigDecimal} (see {@link Decimal}), {@code LocalDate}, {@code LocalTime},
 * {@code Instant} (timestamptz), {@code LocalDateTime} (timestamp), {@code UUID}, {@code byte[]}
 * and {@code ByteBuffer} (binary), enums (string), nested records, {@code List} and {@code Map} of
 * these. A component is an optional column if it is an {@code Optional} or bears an annotation
 * named {@code Nullable}, whoever wrote it; every other one is required, as null-marked code reads.
 * The same holds for elements of lists and values of maps. Nothing is rounded or cut: a value that
 * the column cannot hold is refused, so times finer than a microsecond are too.
 *
 * <p>Another source of rows extends this class; the simplest way is to answer {@code
 * Rows.ofMaps(schema, rows).records(target)} from {@link #records}.
 */
public abstract class Rows {

  /** Makes rows for a subclass. */
  protected Rows() {}

  /**
   * Takes the records of a list; the columns come from their class. The list is read at each write,
   * not copied.
   *
   * @throws IllegalArgumentException if the list is empty, so that it has no type: use {@link
   *     #of(Class, Iterable)}; or if the class cannot be columns: the message says which component
   */
  public static <R extends Record> Rows of(List<R> rows) {
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot tell the columns of an empty list; use Rows.of(MyRecord.class, rows)");
    }
    return ofShape(RecordShapes.of(rows.get(0).getClass()), rows);
  }

  /**
   * Takes records one by one. The iterable is asked for one iterator per write, which is read as
   * the file is written, and closed after it if it can be.
   *
   * @throws IllegalArgumentException if the class cannot be columns; the message says which
   *     component and what to use
   */
  public static <R extends Record> Rows of(Class<R> type, Iterable<? extends R> rows) {
    return ofShape(RecordShapes.of(type), rows);
  }

  private static Rows ofShape(RecordShape shape, Iterable<?> rows) {
    return new SourceRows(
        new Schema(shape.struct().fields()),
        shape,
        () -> new RowSource.OfIterator(rows.iterator()));
  }

  /**
   * Takes maps from column name to value. A key that is absent counts as null; an unknown one is
   * refused. Structs are maps too; other values have the Java types of record components.
   */
  public static Rows ofMaps(Schema schema, Iterable<? extends Map<String, ?>> rows) {
    return new SourceRows(schema, null, () -> new RowSource.OfIterator(rows.iterator()));
  }

  /** Takes Iceberg records, each with the columns of the schema in the same order. */
  public static Rows ofRecords(
      Schema schema, Iterable<? extends org.apache.iceberg.data.Record> rows) {
    return new SourceRows(schema, null, () -> new RowSource.OfIterator(rows.iterator()));
  }

  /**
   * Reads a CSV file of {@link CsvFormat#DEFAULT}.
   *
   * @throws IllegalArgumentException if the schema has a nested column
   * @see #csv(Path, Schema, CsvFormat)
   */
  public static Rows csv(Path file, Schema schema) {
    return csv(file, schema, CsvFormat.DEFAULT);
  }

  /**
   * Reads a CSV file in UTF-8, with or without byte order mark, as RFC 4180 has it. The first line
   * names the columns, in any order; an optional column may be missing. Blank lines are skipped.
   * Numbers, {@code true}, {@code false} and ISO-8601 dates and times are read as they stand,
   * without surrounding spaces; binary is base64. The file is opened, and its header checked, by
   * {@link #records}.
   *
   * @throws IllegalArgumentException if the schema has a nested column; use {@link #jsonLines}
   */
  public static Rows csv(Path file, Schema schema, CsvFormat format) {
    return new SourceRows(schema, null, CsvSource.opener(file, schema, format));
  }

  /**
   * Reads a file in UTF-8 with one JSON object per line. Blank lines are skipped; an unknown or
   * repeated field is refused; a missing one counts as null. Decimals keep every digit; dates,
   * times, UUIDs are ISO text, binary is base64, a map is an object. The file is opened by {@link
   * #records}.
   *
   * @throws IllegalArgumentException if the schema has a type that JSON cannot hold, such as a map
   *     with keys other than strings
   */
  public static Rows jsonLines(Path file, Schema schema) {
    return new SourceRows(schema, null, JsonLinesSource.opener(file, schema));
  }

  /**
   * Returns the schema of a table of such records; no I/O.
   *
   * @throws IllegalArgumentException if the class cannot be columns; the message says which
   *     component and what to use
   */
  public static Schema schemaOf(Class<? extends Record> type) {
    return new Schema(RecordShapes.of(type).struct().fields());
  }

  /** Returns the columns that the rows have; the field ids are their own, not a table's. */
  public abstract Schema schema();

  /**
   * Opens the source and converts its rows to a table's schema, as they are read. Columns are
   * matched by name; a missing optional column is null, or the table's write default; {@code int}
   * widens to {@code long}, {@code float} to {@code double}, a decimal to one of higher precision
   * and the same scale.
   *
   * <p>The iterator is for one thread and may return <b>the same record, filled anew</b>, from each
   * {@code next()}, also for nested structs: copy what is to be kept. It throws {@link
   * RowException} at the row that is refused, and again at each later call. Close it to close the
   * source.
   *
   * @throws IllegalArgumentException before any row is read, if a column is unknown to the table, a
   *     required one is missing, or a type does not fit; the message names each and what to do
   * @throws java.io.UncheckedIOException if a file cannot be opened or read
   */
  public abstract CloseableIterator<org.apache.iceberg.data.Record> records(Schema target);
}
