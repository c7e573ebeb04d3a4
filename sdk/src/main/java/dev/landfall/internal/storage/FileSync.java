package dev.landfall.internal.storage;

import java.io.IOException;
import java.nio.file.Path;

/** Makes files durable. The seam through which tests see the order of writes and syncs. */
public interface FileSync {

  /** Returns the syncs of the local disk. */
  static FileSync disk() {
    return DiskSync.INSTANCE;
  }

  /** Returns whether many threads may sync at once; if not, syncs follow each other. */
  boolean isConcurrent();

  /** Is told of a file that was written to its end and closed, not yet synced. */
  void written(Path file);

  /** Forces the content of a file to the disk; fails if it does not exist. */
  void syncFile(Path file) throws IOException;

  /** Forces the entries of a directory to the disk. */
  void syncDirectory(Path directory) throws IOException;
}
