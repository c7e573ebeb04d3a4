package dev.landfall.internal.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;

/**
 * Writes rows of many partitions, in any order. What the open files hold in memory is bounded
 * together: beyond the bound the largest of them are finished early.
 */
final class Fanout implements RowSink {

  private static final int ROWS_BETWEEN_LOOKS = 1000;

  /** What an open file costs before it holds a row. */
  private static final long OPEN_FILE_BYTES = 64 * 1024;

  private final DataFiles files;
  private final PartitionKey key;
  private final InternalRecordWrapper wrapper;
  private final long memoryBytes;
  private final Map<PartitionKey, RollingFile> open = new HashMap<>();
  private int rowsSinceLook;

  Fanout(DataFiles files, PartitionSpec spec, Schema schema, long memoryBytes) {
    this.files = files;
    this.key = new PartitionKey(spec, schema);
    this.wrapper = new InternalRecordWrapper(schema.asStruct());
    this.memoryBytes = memoryBytes;
  }

  /** Returns the part of the heap that the open files of one write may fill. */
  static long defaultMemoryBytes() {
    return Math.max(16L * 1024 * 1024, Runtime.getRuntime().maxMemory() / 8);
  }

  @Override
  public void write(Record row) throws IOException {
    key.partition(wrapper.wrap(row));
    RollingFile file = open.get(key);
    if (file == null) {
      PartitionKey partition = key.copy();
      file = new RollingFile(files, partition);
      open.put(partition, file);
    }
    file.write(row);
    if (++rowsSinceLook == ROWS_BETWEEN_LOOKS) {
      rowsSinceLook = 0;
      keepInMemory();
    }
  }

  @Override
  public void finish() throws IOException {
    for (RollingFile file : open.values()) {
      file.finish();
    }
    open.clear();
  }

  @Override
  public void close() throws IOException {
    IOException first = null;
    for (RollingFile file : open.values()) {
      try {
        file.close();
      } catch (IOException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    open.clear();
    if (first != null) {
      throw first;
    }
  }

  private void keepInMemory() throws IOException {
    long held = 0;
    for (RollingFile file : open.values()) {
      held += size(file);
    }
    if (held > memoryBytes) {
      finishLargest(held);
    }
  }

  /** Goes down to half of the bound, so that the next rows do not cut files again at once. */
  private void finishLargest(long held) throws IOException {
    List<Map.Entry<PartitionKey, RollingFile>> bySize = new ArrayList<>(open.entrySet());
    bySize.sort(
        Comparator.comparingLong((Map.Entry<PartitionKey, RollingFile> e) -> size(e.getValue()))
            .reversed());
    long left = held;
    for (Map.Entry<PartitionKey, RollingFile> entry : bySize) {
      if (left <= memoryBytes / 2) {
        return;
      }
      left -= size(entry.getValue());
      entry.getValue().finish();
      open.remove(entry.getKey());
    }
  }

  private static long size(RollingFile file) {
    return OPEN_FILE_BYTES + file.bufferedBytes();
  }
}
