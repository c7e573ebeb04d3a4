package dev.landfall.internal.table;

import dev.landfall.internal.storage.FileSync;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A file that no published version needs yet. It is synced once, on behalf of all versions that
 * share it. A failed sync is final: the operating system may drop the unwritten pages and report
 * success the next time.
 */
final class NewFile {

  private final Path path;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean synced;
  private @Nullable IOException failure;

  NewFile(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  /**
   * Makes the content durable.
   *
   * @throws UncheckedIOException if that failed now or before; the rows must be written again
   */
  void sync(FileSync sync) {
    lock.lock();
    try {
      if (!synced && failure == null) {
        syncNow(sync);
      }
      if (failure != null) {
        throw new UncheckedIOException(
            "Cannot make file '" + path + "' durable: " + reason(failure), failure);
      }
    } finally {
      lock.unlock();
    }
  }

  private void syncNow(FileSync sync) {
    try {
      sync.syncFile(path);
      synced = true;
    } catch (IOException e) {
      failure = e;
    }
  }

  private String reason(IOException e) {
    boolean missing = e instanceof FileNotFoundException || e instanceof NoSuchFileException;
    return missing && Files.notExists(path)
        ? "it does not exist any more; write the rows again"
        : "the sync failed; write the rows again";
  }
}
