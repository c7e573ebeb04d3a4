package dev.landfall.testkit.simulation;

import dev.landfall.internal.table.FileSync;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The files of tables on a disk that forgets, at a power cut, what was not synced: a file's bytes
 * unless the file was, and its name unless every directory above it was. The syncs of the real disk
 * are not made; the files lie in memory.
 */
final class SimulatedFiles implements FileSync {

  private final World world;
  private final Path root;
  private final Set<Path> written = new LinkedHashSet<>();
  private final Set<Path> syncedBytes = new HashSet<>();
  private final Set<Path> syncedNames = new HashSet<>();

  SimulatedFiles(World world, Path root) {
    this.world = world;
    this.root = root;
  }

  @Override
  public boolean isConcurrent() {
    return false;
  }

  @Override
  public void written(Path file) {
    written.add(file);
  }

  @Override
  public void syncFile(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new IOException("There is no file " + file);
    }
    syncedBytes.add(file);
  }

  @Override
  public void syncDirectory(Path directory) {
    for (Path file : written) {
      for (Path entry = file;
          entry != null && entry.startsWith(root) && !entry.equals(root);
          entry = entry.getParent()) {
        if (directory.equals(entry.getParent())) {
          syncedNames.add(entry);
        }
      }
    }
  }

  /** Takes away what a power cut may take; returns how many files it took or tore. */
  int powerCut() {
    int lost = 0;
    try {
      for (Path file : written) {
        if (!hasName(file)) {
          if (world.upTo(4) > 0) {
            Files.deleteIfExists(file);
            lost++;
          }
        } else if (!syncedBytes.contains(file) && world.upTo(4) > 0) {
          tear(file);
          lost++;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    written.clear();
    return lost;
  }

  private void tear(Path file) throws IOException {
    try (RandomAccessFile torn = new RandomAccessFile(file.toFile(), "rw")) {
      torn.setLength(world.upTo((int) torn.length() + 1) / 2);
    }
  }

  private boolean hasName(Path file) {
    Path entry = file;
    while (entry != null && !entry.equals(root)) {
      if (!syncedNames.contains(entry)) {
        return false;
      }
      entry = entry.getParent();
    }
    return true;
  }
}
