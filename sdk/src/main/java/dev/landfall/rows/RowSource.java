package dev.landfall.rows;

import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Rows one by one, where they come from. */
interface RowSource extends Closeable {

  /** Opens the source anew. */
  @FunctionalInterface
  interface Opener {
    RowSource open();
  }

  /**
   * Answers whether there is another row, and reads ahead to find out.
   *
   * @throws BadValue if what follows is no row
   */
  boolean hasNext();

  /**
   * Returns the next row.
   *
   * @throws BadValue if it cannot be read
   */
  @Nullable Object next();

  /** Returns the line on which the last row began, 0 without a file. */
  long line();

  /** The elements of an iterable; closes its iterator if that can be closed. */
  record OfIterator(Iterator<?> rows) implements RowSource {
    @Override
    public boolean hasNext() {
      return rows.hasNext();
    }

    @Override
    public @Nullable Object next() {
      return rows.next();
    }

    @Override
    public long line() {
      return 0;
    }

    @Override
    public void close() throws IOException {
      if (rows instanceof Closeable closeable) {
        closeable.close();
      }
    }
  }
}
