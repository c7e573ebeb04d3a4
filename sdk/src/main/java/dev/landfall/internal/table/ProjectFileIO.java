package dev.landfall.internal.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Iceberg's file I/O on the local disk for whoever writes through an Iceberg catalog. It reads
 * everywhere and writes in one project, whatever location a table names. As everywhere here nothing
 * is overwritten and a request to delete is ignored: a file that one version no longer needs may
 * belong to an older commit, or to another branch. Files are made durable when the commit that
 * brings them is frozen. Safe for use by many threads; can be serialized.
 */
public final class ProjectFileIO implements FileIO {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(ProjectFileIO.class);

  private final String projectLocation;

  /** Makes the file I/O of the project that lies at this location. */
  public ProjectFileIO(String projectLocation) {
    this.projectLocation = projectLocation;
  }

  @Override
  public InputFile newInputFile(String location) {
    return new LocalInputFile(location);
  }

  /**
   * Returns a file to be created.
   *
   * @throws IllegalArgumentException if the location is not one in the project
   */
  @Override
  public OutputFile newOutputFile(String location) {
    Locations.requireUnder(projectLocation, "a file", location);
    return new LocalOutputFile(location, new UnreadLog());
  }

  @Override
  public void deleteFile(String location) {
    LOG.debug("Left file {} in place: other commits may hold it", location);
  }

  /**
   * The log of one file, which nobody reads: the commit finds the file by its metadata. The commit
   * does not find the directories outside of the table's location, so they are synced when made.
   */
  private static final class UnreadLog extends WriteLog {

    UnreadLog() {
      super(DiskSync.INSTANCE);
    }

    @Override
    void madeDirectory(Path directory) {
      Path parent = directory.getParent();
      try {
        if (parent != null) {
          DiskSync.INSTANCE.syncDirectory(parent);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot make directory '" + directory + "' durable", e);
      }
    }
  }
}
