package dev.landfall.internal.table;

import dev.landfall.config.StorageOptions;
import dev.landfall.internal.objectstore.Upload;
import dev.landfall.internal.storage.Locations;
import dev.landfall.internal.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Iceberg's file I/O for whoever writes through an Iceberg catalog. It reads everywhere and writes
 * in one project, whatever location a table names. As everywhere here nothing is overwritten and a
 * request to delete is ignored: a file that one version no longer needs may belong to an older
 * commit, or to another branch. On the local disk files are made durable when the commit that
 * brings them is frozen; in an object store closing a file waits until it is stored. Safe for use
 * by many threads; can be serialized, with the keys to the object store: its own, or those that the
 * catalog gave by then, which nobody renews there.
 */
public final class ProjectFileIO implements FileIO {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(ProjectFileIO.class);

  private final String projectLocation;
  private final TreeMap<String, String> settings;
  private transient @Nullable Storage storage;
  private transient boolean ownsStorage;

  /** Makes the file I/O of the project that lies at this location. */
  public ProjectFileIO(String projectLocation, Storage storage) {
    this(projectLocation, storage.options().properties());
    this.storage = storage;
  }

  private ProjectFileIO(String projectLocation, Map<String, String> settings) {
    this.projectLocation = projectLocation;
    this.settings = new TreeMap<>(settings);
  }

  @Override
  public InputFile newInputFile(String location) {
    return TableFileIO.input(location, storage());
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    return TableFileIO.input(location, length, storage());
  }

  /**
   * Returns a file to be created.
   *
   * @throws IllegalArgumentException if the location is not one in the project
   */
  @Override
  public OutputFile newOutputFile(String location) {
    Locations.requireUnder(projectLocation, "a file", location);
    return TableFileIO.output(location, new UnreadLog(storage()));
  }

  @Override
  public void deleteFile(String location) {
    LOG.debug("Left file {} in place: other commits may hold it", location);
  }

  /** Closes what was opened after this was serialized; the client's own storage stays open. */
  @Override
  public synchronized void close() {
    if (ownsStorage && storage != null) {
      storage.close();
      storage = null;
    }
  }

  /** What goes to another process has the settings with it that the catalog gave to this one. */
  private Object writeReplace() {
    Storage open;
    synchronized (this) {
      open = storage;
    }
    return open == null || Locations.localPath(projectLocation) != null
        ? this
        : new ProjectFileIO(projectLocation, open.objects().settings());
  }

  private synchronized Storage storage() {
    Storage open = storage;
    if (open == null) {
      open = Storage.with(StorageOptions.defaults().with(settings));
      storage = open;
      ownsStorage = true;
    }
    return open;
  }

  /**
   * The log of one file, which nobody reads: the commit finds the file by its metadata. The commit
   * finds neither the directories outside of the table's location, so they are synced when made,
   * nor an upload, so that is waited for.
   */
  private static final class UnreadLog extends WriteLog {

    UnreadLog(Storage storage) {
      super(storage);
    }

    @Override
    void uploading(Upload upload) {
      upload.await();
    }

    @Override
    void madeDirectory(Path directory) {
      Path parent = directory.getParent();
      try {
        if (parent != null) {
          storage().sync().syncDirectory(parent);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot make directory '" + directory + "' durable", e);
      }
    }
  }
}
