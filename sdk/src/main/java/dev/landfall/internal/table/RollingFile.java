package dev.landfall.internal.table;

import java.io.IOException;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.DataWriter;
import org.jspecify.annotations.Nullable;

/** Writes the rows of one partition, and begins the next file when one has its target size. */
final class RollingFile implements RowSink {

  private static final int ROWS_BETWEEN_LOOKS = 1000;

  private final DataFiles files;
  private final @Nullable PartitionKey partition;
  private @Nullable NewOutputFile file;
  private @Nullable DataWriter<Record> writer;
  private int rowsSinceLook;

  RollingFile(DataFiles files, @Nullable PartitionKey partition) {
    this.files = files;
    this.partition = partition;
  }

  @Override
  public void write(Record row) throws IOException {
    DataWriter<Record> open = writer == null ? open() : writer;
    open.write(row);
    if (++rowsSinceLook == ROWS_BETWEEN_LOOKS) {
      rowsSinceLook = 0;
      if (open.length() >= files.targetBytes()) {
        finish();
      }
    }
  }

  /** Returns about how many bytes are held in memory. */
  long bufferedBytes() {
    return writer == null || file == null ? 0 : writer.length() - file.written();
  }

  @Override
  public void finish() throws IOException {
    DataWriter<Record> open = writer;
    if (open != null) {
      files.finish(open);
      writer = null;
    }
  }

  @Override
  public void close() throws IOException {
    DataWriter<Record> open = writer;
    writer = null;
    if (open != null) {
      open.close();
    }
  }

  private DataWriter<Record> open() throws IOException {
    NewOutputFile newFile = files.newFile(partition);
    DataWriter<Record> open = files.open(newFile, partition);
    file = newFile;
    writer = open;
    rowsSinceLook = 0;
    return open;
  }
}
