package dev.landfall.internal.table;

import dev.landfall.event.WriteProgress;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterator;
import org.jspecify.annotations.Nullable;

/** Writes a stream of rows into data files of a table. */
final class RowWriter {

  private static final int ROWS_BETWEEN_INTERRUPT_CHECKS = 1024;
  private static final int ROWS_BETWEEN_REPORTS = 100_000;

  private final Table table;
  private final TableFileIO io;
  private final Consumer<WriteProgress> listener;

  RowWriter(Table table, TableFileIO io, Consumer<WriteProgress> listener) {
    this.table = table;
    this.io = io;
    this.listener = listener;
  }

  /**
   * Writes and closes the rows; without rows, writes no file. A failure of the rows themselves is
   * thrown as it is.
   *
   * @throws UncheckedIOException if the disk or the thread's interruption stops it; the cause says
   *     which, and files already written stay behind unused
   */
  List<DataFile> write(CloseableIterator<Record> rows) {
    Source source = new Source(rows);
    Progress progress = new Progress(table.name(), listener);
    try (source) {
      return source.hasNext() ? write(source, progress) : List.of();
    } catch (IOException | RuntimeException e) {
      if (e == source.failure) {
        throw source.failure;
      }
      throw noVersion(e, progress.rows());
    }
  }

  private List<DataFile> write(Source rows, Progress progress) throws IOException {
    DataFiles files = new DataFiles(table, io, progress);
    try (RowSink sink = sink(files)) {
      drain(rows, sink, progress);
      sink.finish();
    }
    progress.report();
    return files.finished();
  }

  private RowSink sink(DataFiles files) {
    return table.spec().isUnpartitioned()
        ? new RollingFile(files, null)
        : new Fanout(files, table.spec(), table.schema(), Fanout.defaultMemoryBytes());
  }

  private static void drain(Source rows, RowSink sink, Progress progress) throws IOException {
    int untilCheck = 1;
    int untilReport = ROWS_BETWEEN_REPORTS;
    do {
      if (--untilCheck == 0) {
        checkInterrupt();
        untilCheck = ROWS_BETWEEN_INTERRUPT_CHECKS;
      }
      sink.write(rows.next());
      progress.row();
      if (--untilReport == 0) {
        progress.report();
        untilReport = ROWS_BETWEEN_REPORTS;
      }
    } while (rows.hasNext());
    checkInterrupt();
  }

  private static void checkInterrupt() throws InterruptedIOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("The writing thread was interrupted");
    }
  }

  private UncheckedIOException noVersion(Exception e, long rows) {
    IOException cause = e instanceof IOException io ? io : ioCause(e);
    boolean interrupted = e instanceof InterruptedIOException;
    return new UncheckedIOException(
        "Writing to table '"
            + table.name()
            + "' "
            + (interrupted ? "was interrupted" : "failed")
            + " after "
            + rows
            + " rows; no version was written: "
            + e.getMessage(),
        cause);
  }

  private static IOException ioCause(Exception e) {
    return e.getCause() instanceof IOException io ? io : new IOException(e.toString(), e);
  }

  /** The rows, remembering a failure of their own so that it can be told from one of the disk. */
  private static final class Source implements AutoCloseable {

    private final CloseableIterator<Record> rows;
    private @Nullable RuntimeException failure;

    Source(CloseableIterator<Record> rows) {
      this.rows = rows;
    }

    boolean hasNext() {
      try {
        return rows.hasNext();
      } catch (RuntimeException e) {
        failure = e;
        throw e;
      }
    }

    Record next() {
      try {
        return rows.next();
      } catch (RuntimeException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }
}
