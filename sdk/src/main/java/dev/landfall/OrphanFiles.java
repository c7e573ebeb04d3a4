package dev.landfall;

import java.nio.file.Path;
import java.util.List;

/**
 * Files that no commit reaches.
 *
 * @param files in the order of their paths
 * @param bytes how long they are together
 */
public record OrphanFiles(List<Path> files, long bytes) {

  /** Copies the list. */
  public OrphanFiles {
    files = List.copyOf(files);
  }
}
