package dev.landfall.internal.table;

import dev.landfall.internal.storage.Locations;
import dev.landfall.internal.storage.Storage;
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
 * Iceberg's file I/O on the local disk and in object stores. It only ever creates: nothing is
 * overwritten, and a request to delete is ignored, since what one version no longer needs another
 * may still hold. Safe for use by many threads; on the local disk an interrupt of one does not
 * disturb the streams of others.
 */
final class TableFileIO implements FileIO {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(TableFileIO.class);

  private final transient Storage storage;
  private final transient @Nullable WriteLog log;

  private TableFileIO(Storage storage, @Nullable WriteLog log) {
    this.storage = storage;
    this.log = log;
  }

  /** Reads and refuses writes. */
  static TableFileIO readOnly(Storage storage) {
    return new TableFileIO(storage, null);
  }

  /** Reads, and writes into a log until that is closed. */
  static TableFileIO writing(WriteLog log) {
    return new TableFileIO(log.storage(), log);
  }

  /** Returns a file to read, wherever it lies. */
  static InputFile input(String location, Storage storage) {
    return Locations.localPath(location) == null
        ? storage.objects().input(location)
        : new LocalInputFile(location);
  }

  /** Returns a file to read whose length is known. */
  static InputFile input(String location, long length, Storage storage) {
    return Locations.localPath(location) == null
        ? storage.objects().input(location, length)
        : new LocalInputFile(location);
  }

  /** Returns a file to be created, wherever it is to lie. */
  static NewOutputFile output(String location, WriteLog log) {
    return Locations.localPath(location) == null
        ? new ObjectOutputFile(location, log.storage().objects(), log)
        : new LocalOutputFile(location, log);
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
    return input(location, storage);
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    return input(location, length, storage);
  }

  @Override
  public NewOutputFile newOutputFile(String location) {
    WriteLog open = log();
    open.requireOpen();
    return output(location, open);
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
