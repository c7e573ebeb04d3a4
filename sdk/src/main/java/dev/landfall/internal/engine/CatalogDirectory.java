package dev.landfall.internal.engine;

import dev.landfall.catalog.UnavailableException;
import dev.landfall.internal.files.DurableFiles;
import dev.landfall.model.ProjectName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the files of a catalog lie.
 *
 * <p>No method opens the database file: closing it again would drop the locks that SQLite holds on
 * it for this process.
 *
 * @param root the real path
 */
record CatalogDirectory(Path root) {

  private static final String SCHEME = "file://";

  Path database() {
    return root.resolve("catalog.db");
  }

  Path writeAheadLog() {
    return root.resolve("catalog.db-wal");
  }

  Path lock() {
    return root.resolve("catalog.lock");
  }

  Path mark() {
    return root.resolve("catalog.mark");
  }

  Path project(ProjectName project) {
    return root.resolve("projects").resolve(project.value());
  }

  /**
   * Returns the location of a project's directory, without a slash at its end. As everywhere in
   * Iceberg its characters stand for themselves, nothing is percent-encoded.
   */
  String location(ProjectName project) {
    return SCHEME + project(project);
  }

  /** Makes a project's directory, durably, and returns its {@link #location}. */
  String createLocation(ProjectName project) {
    try {
      DurableFiles.createDirectories(project(project));
    } catch (IOException e) {
      throw UnavailableException.notSent(
          "Cannot create the directory "
              + project(project)
              + ", nothing was changed; check the disk and the permissions",
          e);
    }
    return location(project);
  }

  /** Returns the directory that {@link #location} names. */
  static Path ofLocation(String location) {
    return Path.of(location.substring(SCHEME.length()));
  }

  /** Returns the length of a file; 0 if there is none. */
  static long length(Path file) throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }
}
