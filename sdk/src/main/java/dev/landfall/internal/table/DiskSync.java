package dev.landfall.internal.table;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Syncs on the local disk. An interrupt does not break a sync; the thread's flag is kept. */
final class DiskSync implements FileSync {

  static final DiskSync INSTANCE = new DiskSync();

  /** Windows opens no directory as a file; there the file system journals the entries itself. */
  private static final boolean DIRECTORIES_CAN_BE_SYNCED = File.separatorChar == '/';

  private DiskSync() {}

  @Override
  public void written(Path file) {}

  @Override
  public void syncFile(Path file) throws IOException {
    // A descriptor is synced whatever the thread's interrupt flag says; a channel would be closed.
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      in.getFD().sync();
    }
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    if (!DIRECTORIES_CAN_BE_SYNCED) {
      return;
    }
    boolean interrupted = false;
    try {
      while (!force(directory)) {
        interrupted = true;
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns false, with the flag cleared, if an interrupt came in between. */
  private static boolean force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
      return true;
    } catch (ClosedByInterruptException e) {
      return !Thread.interrupted();
    }
  }
}
