package dev.landfall.internal.table;

import dev.landfall.rows.Rows;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.iceberg.types.Types;

/** Rows (id, city, score) with numbered ids; the other columns follow from the id. */
final class SampleRows extends Rows {

  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(11, "id", Types.LongType.get()),
          Types.NestedField.optional(12, "city", Types.StringType.get()),
          Types.NestedField.optional(13, "score", Types.DoubleType.get()));

  private final long from;
  private final long to;
  private final LongConsumer before;
  boolean closed;

  private SampleRows(long from, long to, LongConsumer before) {
    this.from = from;
    this.to = to;
    this.before = before;
  }

  /** Rows with ids from (inclusive) to (exclusive). */
  static SampleRows of(long from, long to) {
    return new SampleRows(from, to, id -> {});
  }

  /** As {@link #of}, running something before each row is made. */
  static SampleRows of(long from, long to, LongConsumer before) {
    return new SampleRows(from, to, before);
  }

  static String city(long id) {
    return id % 10 == 9 ? null : "city-" + id % 4;
  }

  @Override
  public Schema schema() {
    return SCHEMA;
  }

  @Override
  public CloseableIterator<Record> records(Schema target) {
    Record record = GenericRecord.create(target);
    Iterator<Record> rows =
        LongStream.range(from, to)
            .mapToObj(
                id -> {
                  before.accept(id);
                  record.setField("id", id);
                  record.setField("city", city(id));
                  record.setField("score", id / 2.0);
                  return record;
                })
            .iterator();
    return new CloseableIterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Record next() {
        return rows.next();
      }

      @Override
      public void close() {
        closed = true;
      }
    };
  }

  /** The rows of a version as text, in the order of their ids. */
  static List<String> read(TableVersion version) throws Exception {
    List<Record> rows = new ArrayList<>();
    try (CloseableIterable<Record> scan = version.scan(null, Expressions.alwaysTrue())) {
      scan.forEach(rows::add);
    }
    return rows.stream()
        .sorted((a, b) -> Long.compare((long) a.getField("id"), (long) b.getField("id")))
        .map(r -> r.getField("id") + "," + r.getField("city") + "," + r.getField("score"))
        .toList();
  }

  static List<Long> ids(TableVersion version) throws Exception {
    return read(version).stream().map(row -> Long.valueOf(row.split(",")[0])).toList();
  }

  /** What {@link #read} gives for ids from (inclusive) to (exclusive). */
  static List<String> expected(long from, long to) {
    return LongStream.range(from, to).mapToObj(id -> id + "," + city(id) + "," + id / 2.0).toList();
  }
}
