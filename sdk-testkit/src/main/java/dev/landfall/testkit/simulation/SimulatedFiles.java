package dev.landfall.testkit.simulation;

import dev.landfall.internal.storage.FileSync;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
  private final Map<Path, Set<Path>> names = new HashMap<>();
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
    for (Path name : namesOf(file)) {
      names.computeIfAbsent(name.getParent(), directory -> new HashSet<>()).add(name);
    }
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
    syncedNames.addAll(names.getOrDefault(directory, Set.of()));
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
    names.clear();
    return lost;
  }

  /** Returns the names that a file is found by: its own, and that of each directory above it. */
  private List<Path> namesOf(Path file) {
    List<Path> found = new ArrayList<>();
    for (Path name = file; name != null && !name.equals(root); name = name.getParent()) {
      found.add(name);
    }
    return found;
  }

  private void tear(Path file) throws IOException {
    try (RandomAccessFile torn = new RandomAccessFile(file.toFile(), "rw")) {
      torn.setLength(world.upTo((int) torn.length() + 1) / 2);
    }
  }

  private boolean hasName(Path file) {
    return syncedNames.containsAll(namesOf(file));
  }
}
