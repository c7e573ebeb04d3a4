package dev.landfall.internal.table;

import dev.landfall.internal.objectstore.Upload;
import dev.landfall.internal.storage.FileSync;
import dev.landfall.internal.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes versions durable together: first every new file, then every directory, each once. What is
 * being uploaded is durable when the store has acknowledged it.
 */
final class Seal {

  private final FileSync sync;
  private final Set<Upload> uploads = new LinkedHashSet<>();
  private final Map<Path, NewFile> files = new LinkedHashMap<>();
  private final Set<Path> directories = new LinkedHashSet<>();

  private Seal(Storage storage) {
    this.sync = storage.sync();
  }

  static void seal(Collection<TableVersion> versions) {
    for (TableVersion version : versions) {
      version.writeMetadata();
    }
    Map<Storage, Seal> seals = new LinkedHashMap<>();
    for (TableVersion version : versions) {
      if (!version.isSealed()) {
        seals.computeIfAbsent(version.storage(), Seal::new).add(version);
      }
    }
    seals.values().forEach(Seal::run);
    versions.forEach(TableVersion::markSealed);
  }

  private void add(TableVersion version) {
    for (WriteLog log : version.writes()) {
      uploads.addAll(log.uploads());
      for (NewFile file : log.files()) {
        files.putIfAbsent(file.path(), file);
        addDirectories(file.path().getParent(), version.lineage().syncUpTo());
      }
      for (Path made : log.madeDirectories()) {
        addDirectory(made);
        addDirectory(made.getParent());
      }
    }
  }

  /**
   * Adds the directories from a file's own up to the highest that may have a new entry. They are
   * added whether this version made them or not: a sibling may have, and may never be sealed.
   */
  private void addDirectories(@Nullable Path from, @Nullable Path upTo) {
    addDirectory(from);
    Path directory = from;
    while (directory != null
        && upTo != null
        && directory.startsWith(upTo)
        && !directory.equals(upTo)) {
      directory = directory.getParent();
      addDirectory(directory);
    }
  }

  private void addDirectory(@Nullable Path directory) {
    if (directory != null) {
      directories.add(directory);
    }
  }

  private void run() {
    forEach(files.values(), file -> file.sync(sync));
    forEach(directories, this::syncDirectory);
    uploads.forEach(Upload::await);
  }

  private <T> void forEach(Collection<T> items, Consumer<T> work) {
    if (sync.isConcurrent()) {
      SyncThreads.forEach(items, work);
    } else {
      items.forEach(work);
    }
  }

  private void syncDirectory(Path directory) {
    try {
      sync.syncDirectory(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot make directory '" + directory + "' durable", e);
    }
  }
}
