package dev.landfall.internal.engine;

import dev.landfall.model.ProjectName;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Where the files of a catalog lie.
 *
 * <p>No method opens the database file: closing it again would drop the locks that SQLite holds on
 * it for this process.
 *
 * @param root the real path
 */
record CatalogDirectory(Path root) {

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

  /** Returns the URI of a project's directory, without a slash at its end. */
  String location(ProjectName project) {
    String uri = project(project).toUri().toString();
    return uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
  }

  /** Returns the length of a file; 0 if there is none. */
  static long length(Path file) throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }

  /** Creates a directory and what lacks above it, so that a power cut does not undo it. */
  static void createDurably(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directory.toAbsolutePath().getParent();
    if (parent != null) {
      createDurably(parent);
    }
    try {
      Files.createDirectory(directory);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(directory)) {
        throw e;
      }
    }
    if (parent != null) {
      sync(parent);
    }
  }

  /** Makes the names in a directory durable, where the system can open a directory. */
  static void sync(Path directory) throws IOException {
    if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }
}
