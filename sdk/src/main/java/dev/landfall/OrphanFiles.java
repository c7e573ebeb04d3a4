package dev.landfall;

import java.util.List;

/**
 * Files that no commit reaches.
 *
 * @param files their locations, in order: paths on the local disk, URIs in an object store
 * @param bytes how long they are together
 */
public record OrphanFiles(List<String> files, long bytes) {

  /** Copies the list. */
  public OrphanFiles {
    files = List.copyOf(files);
  }
}
