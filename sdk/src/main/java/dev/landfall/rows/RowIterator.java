package dev.landfall.rows;

import java.io.IOException;
import java.util.NoSuchElementException;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterator;
import org.jspecify.annotations.Nullable;

/** Converts the rows of a source, numbers them, and stays failed once one was refused. */
final class RowIterator implements CloseableIterator<Record> {
  private final RowSource source;
  private final StructWriter writer;
  private long position;
  private @Nullable RowException failure;
  private boolean closed;

  RowIterator(RowSource source, StructWriter writer) {
    this.source = source;
    this.writer = writer;
  }

  @Override
  public boolean hasNext() {
    requireUsable();
    try {
      return source.hasNext();
    } catch (BadValue e) {
      throw fail(position + 1, e);
    }
  }

  @Override
  public Record next() {
    if (!hasNext()) {
      throw new NoSuchElementException("There are only " + position + " rows");
    }
    position++;
    try {
      Object row = source.next();
      if (row == null) {
        throw new BadValue("the row itself is null; remove it");
      }
      return writer.convert(row);
    } catch (BadValue e) {
      throw fail(position, e);
    }
  }

  private void requireUsable() {
    if (closed) {
      throw new IllegalStateException("Cannot read on: the rows are closed; open them again");
    }
    if (failure != null) {
      throw failure;
    }
  }

  private RowException fail(long at, BadValue problem) {
    RowException refused = RowException.onWrite(at, source.line(), problem);
    failure = refused;
    return refused;
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      source.close();
    }
  }
}
