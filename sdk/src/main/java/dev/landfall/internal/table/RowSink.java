package dev.landfall.internal.table;

import java.io.Closeable;
import java.io.IOException;
import org.apache.iceberg.data.Record;

/** Takes the rows of one write. For one thread. */
interface RowSink extends Closeable {

  void write(Record row) throws IOException;

  /** Finishes every open file. */
  void finish() throws IOException;

  /** Closes what is open without making data files of it. */
  @Override
  void close() throws IOException;
}
