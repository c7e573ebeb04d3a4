package dev.landfall.internal.table;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What one operation writes: its new files, and the directories that it had to make for them. */
final class WriteLog {

  private final FileSync sync;
  private final Queue<NewFile> files = new ConcurrentLinkedQueue<>();
  private final Queue<Path> madeDirectories = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  WriteLog(FileSync sync) {
    this.sync = sync;
  }

  void created(Path file) {
    files.add(new NewFile(file));
  }

  void written(Path file) {
    sync.written(file);
  }

  void madeDirectory(Path directory) {
    madeDirectories.add(directory);
  }

  /** Refuses every later write. */
  void close() {
    closed = true;
  }

  void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          "Cannot write: the operation that this table was made for is over; start another");
    }
  }

  /** Adds files that became part of a version without being written through this log. */
  void adopt(Iterable<Path> paths) {
    Set<Path> known = new LinkedHashSet<>();
    files.forEach(file -> known.add(file.path()));
    for (Path path : paths) {
      if (known.add(path)) {
        created(path);
      }
    }
  }

  List<NewFile> files() {
    return new ArrayList<>(files);
  }

  List<Path> madeDirectories() {
    return new ArrayList<>(madeDirectories);
  }
}
