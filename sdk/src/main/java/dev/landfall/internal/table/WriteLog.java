package dev.landfall.internal.table;

import dev.landfall.internal.objectstore.Upload;
import dev.landfall.internal.storage.Locations;
import dev.landfall.internal.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one operation writes: its new files, the directories that it had to make for them, and its
 * uploads.
 */
class WriteLog implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WriteLog.class);

  private final Storage storage;
  private final Queue<NewFile> files = new ConcurrentLinkedQueue<>();
  private final Queue<Path> madeDirectories = new ConcurrentLinkedQueue<>();
  private final Queue<Upload> uploads = new ConcurrentLinkedQueue<>();
  private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  WriteLog(Storage storage) {
    this.storage = storage;
  }

  Storage storage() {
    return storage;
  }

  void created(Path file) {
    files.add(new NewFile(file));
  }

  void written(Path file) {
    storage.sync().written(file);
  }

  void madeDirectory(Path directory) {
    madeDirectories.add(directory);
  }

  void uploading(Upload upload) {
    uploads.add(upload);
  }

  /** Takes charge of a file that is being written: it is closed with this log at the latest. */
  void opened(Closeable file) {
    open.add(file);
  }

  void closed(Closeable file) {
    open.remove(file);
  }

  /**
   * Refuses every later write, and closes the files that a failed write left open: Parquet does not
   * close a file whose footer it could not write.
   */
  @Override
  public void close() {
    closed = true;
    for (Closeable file : open) {
      try {
        file.close();
      } catch (IOException e) {
        LOG.debug("A file of a failed write could not be closed", e);
      }
    }
    open.clear();
  }

  void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          "Cannot write: the operation that this table was made for is over; start another");
    }
  }

  /**
   * Adds files that became part of a version without being written through this log. Those in
   * object stores are durable since they exist.
   */
  void adopt(Iterable<String> locations) {
    Set<Path> known = new HashSet<>();
    files.forEach(file -> known.add(file.path()));
    for (String location : locations) {
      Path path = Locations.localPath(location);
      if (path != null && known.add(path)) {
        created(path);
      }
    }
  }

  List<NewFile> files() {
    return new ArrayList<>(files);
  }

  List<Upload> uploads() {
    return new ArrayList<>(uploads);
  }

  List<Path> madeDirectories() {
    return new ArrayList<>(madeDirectories);
  }
}
