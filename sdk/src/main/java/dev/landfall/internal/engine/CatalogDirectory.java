package dev.landfall.internal.engine;

import dev.landfall.internal.storage.Warehouse;
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

  /** Returns where projects are placed unless they are to be placed elsewhere. */
  Warehouse projects() {
    return Warehouse.at(root.resolve("projects"));
  }

  /** Returns the length of a file; 0 if there is none. */
  static long length(Path file) throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }
}
