package dev.landfall.internal.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Iceberg's file I/O on the local disk. It only ever creates: nothing is overwritten, and a request
 * to delete is ignored, since what one version no longer needs another may still hold. Safe for use
 * by many threads; an interrupt of one does not disturb the streams of others.
 */
final class LocalFileIO implements FileIO {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(LocalFileIO.class);

  private final transient @Nullable WriteLog log;

  private LocalFileIO(@Nullable WriteLog log) {
    this.log = log;
  }

  /** Reads and refuses writes. */
  static LocalFileIO readOnly() {
    return new LocalFileIO(null);
  }

  /** Reads, and writes into a log until that is closed. */
  static LocalFileIO writing(WriteLog log) {
    return new LocalFileIO(log);
  }

  /** Returns the log that is written into. */
  WriteLog log() {
    if (log == null) {
      throw new UnsupportedOperationException(
          "Cannot write: the table was opened for reading; use edit()");
    }
    return log;
  }

  @Override
  public InputFile newInputFile(String location) {
    return new LocalInputFile(location);
  }

  @Override
  public LocalOutputFile newOutputFile(String location) {
    WriteLog open = log();
    open.requireOpen();
    return new LocalOutputFile(location, open);
  }

  @Override
  public void deleteFile(String location) {
    LOG.debug("Left file {} in place: a staged version deletes nothing", location);
  }

  /** Makes a directory and what is missing above it, and tells the log which ones were missing. */
  static void makeDirectories(@Nullable Path directory, WriteLog log) {
    if (directory == null || Files.isDirectory(directory)) {
      return;
    }
    makeDirectories(directory.getParent(), log);
    try {
      Files.createDirectory(directory);
      log.madeDirectory(directory);
    } catch (IOException e) {
      if (!Files.isDirectory(directory)) {
        throw new UncheckedIOException("Cannot make directory '" + directory + "'", e);
      }
    }
  }
}
