package dev.landfall;

import dev.landfall.internal.table.TableVersion;
import dev.landfall.rows.RecordMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.jspecify.annotations.Nullable;

/**
 * A read of a table version: which columns, which rows. Both are pushed down to the files.
 * Immutable and thread-safe; each stream that it makes is for one thread.
 */
public final class TableRead {

  private final TableVersion version;
  private final @Nullable Schema projection;
  private final Expression filter;

  TableRead(TableVersion version) {
    this(version, null, Expressions.alwaysTrue());
  }

  private TableRead(TableVersion version, @Nullable Schema projection, Expression filter) {
    this.version = version;
    this.projection = projection;
    this.filter = filter;
  }

  /**
   * Reads only these columns; nested ones by path, as in {@code address.city}.
   *
   * @throws IllegalArgumentException if the table has no such column
   */
  public TableRead select(String... columns) {
    Schema schema = version.schema();
    for (String column : columns) {
      if (schema.findField(column) == null) {
        throw new IllegalArgumentException(
            "The table has no column '" + column + "'; it has " + names(schema));
      }
    }
    return new TableRead(version, schema.select(columns), filter);
  }

  /** Reads only rows that match this filter, and those given before. */
  public TableRead where(Expression expression) {
    return new TableRead(version, projection, Expressions.and(filter, expression));
  }

  /**
   * Reads the rows. Close the stream, or read it to its end.
   *
   * @throws UncheckedIOException now or while the stream is read, if a file cannot be read: read
   *     again. Its cause is a {@link java.nio.file.AccessDeniedException} if access is denied, and
   *     a {@link java.io.InterruptedIOException} if the thread was interrupted while it read from
   *     an object store (its flag is kept)
   * @throws org.apache.iceberg.exceptions.NotFoundException now or while the stream is read, if a
   *     file does not exist any more: it has to be restored
   * @throws RuntimeException while the stream is read, if a file is damaged
   */
  public Stream<Record> rows() {
    return stream(version.scan(projection, filter));
  }

  /**
   * Reads the rows as a Java record, and only the columns that the record has.
   *
   * @throws IllegalArgumentException if a component of the record has no column of its type
   * @throws UncheckedIOException as {@link #rows()}
   * @throws org.apache.iceberg.exceptions.NotFoundException as {@link #rows()}
   */
  public <T extends java.lang.Record> Stream<T> rows(Class<T> type) {
    Schema columns = projection == null ? version.schema() : projection;
    RecordMapper<T> mapper = RecordMapper.of(type, columns);
    return stream(version.scan(mapper.projection(), filter)).map(mapper::map);
  }

  private static Stream<Record> stream(CloseableIterable<Record> rows) {
    ClosingIterator iterator = new ClosingIterator(rows, rows.iterator());
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(
                iterator, Spliterator.ORDERED | Spliterator.NONNULL),
            false)
        .onClose(iterator::close);
  }

  private static List<String> names(Schema schema) {
    return schema.columns().stream().map(column -> column.name()).toList();
  }

  /**
   * Closes its source when the last row has been read, or before; and once, as Iceberg wants it.
   */
  private static final class ClosingIterator implements Iterator<Record> {

    private final CloseableIterable<Record> rows;
    private final CloseableIterator<Record> source;
    private boolean closed;

    ClosingIterator(CloseableIterable<Record> rows, CloseableIterator<Record> source) {
      this.rows = rows;
      this.source = source;
    }

    @Override
    public boolean hasNext() {
      if (!closed && !source.hasNext()) {
        close();
      }
      return !closed;
    }

    @Override
    public Record next() {
      return source.next();
    }

    void close() {
      if (closed) {
        return;
      }
      closed = true;
      try (rows) {
        source.close();
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot close the files of a read", e);
      }
    }
  }
}
