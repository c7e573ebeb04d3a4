package dev.landfall.internal.table;

import dev.landfall.event.WriteProgress;
import java.util.function.Consumer;

/** Counts what a write has done, for its reports. */
final class Progress {

  private final String table;
  private final Consumer<WriteProgress> listener;
  private long rows;
  private long bytes;
  private int files;

  Progress(String table, Consumer<WriteProgress> listener) {
    this.table = table;
    this.listener = listener;
  }

  void row() {
    rows++;
  }

  long rows() {
    return rows;
  }

  void finishedFile(long size) {
    files++;
    bytes += size;
    report();
  }

  void report() {
    listener.accept(new WriteProgress(table, rows, bytes, files));
  }
}
