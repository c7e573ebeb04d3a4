package dev.landfall.internal.storage;

import dev.landfall.internal.files.DurableFiles;
import java.io.IOException;
import java.nio.file.Path;

/** Syncs on the local disk. An interrupt does not break a sync; the thread's flag is kept. */
final class DiskSync implements FileSync {

  static final DiskSync INSTANCE = new DiskSync();

  private DiskSync() {}

  @Override
  public boolean isConcurrent() {
    return true;
  }

  @Override
  public void written(Path file) {}

  @Override
  public void syncFile(Path file) throws IOException {
    DurableFiles.syncFile(file);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    DurableFiles.syncDirectory(directory);
  }
}
