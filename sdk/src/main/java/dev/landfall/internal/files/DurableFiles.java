package dev.landfall.internal.files;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes that survive a power cut once they have returned. Files are synced through their
 * descriptor, not through a channel, so that an interrupted caller neither loses the sync nor
 * closes the file for others.
 */
public final class DurableFiles {

  private DurableFiles() {}

  /** Flushes a file's bytes and length to the disk. */
  public static void syncFile(Path file) throws IOException {
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      in.getFD().sync();
    }
  }

  /**
   * Flushes the names in a directory to the disk: what was created, renamed or removed in it. Does
   * nothing where the system cannot open a directory. An interrupt neither hinders it nor is lost.
   */
  public static void syncDirectory(Path directory) throws IOException {
    if (!directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    boolean interrupted = Thread.interrupted();
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

  /** Creates a directory and those above it that are missing, each durably. */
  public static void createDirectories(Path directory) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    Path existing = directory.toAbsolutePath();
    while (existing != null && !Files.isDirectory(existing)) {
      missing.push(existing);
      existing = existing.getParent();
    }
    for (Path next : missing) {
      Files.createDirectories(next);
      Path parent = next.getParent();
      if (parent != null) {
        syncDirectory(parent);
      }
    }
  }

  /**
   * Puts a file with these bytes in place: readers see the old file or the whole new one, also
   * after a crash.
   *
   * @param temporary a path in the same directory, which is overwritten
   */
  public static void replace(Path file, Path temporary, byte[] bytes) throws IOException {
    try (FileOutputStream out = new FileOutputStream(temporary.toFile())) {
      out.write(bytes);
      out.getFD().sync();
    }
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      syncDirectory(directory);
    }
  }
}
