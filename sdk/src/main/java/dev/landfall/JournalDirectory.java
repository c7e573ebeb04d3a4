package dev.landfall;

import dev.landfall.internal.files.DurableFiles;
import dev.landfall.model.OperationId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a commit journal: one for each saved commit, named after its operation. Whoever
 * saves or removes one holds the lock of its operation.
 */
final class JournalDirectory {

  private static final Logger LOG = LoggerFactory.getLogger(JournalDirectory.class);
  private static final String SUFFIX = ".commit.json";

  private final Path path;

  JournalDirectory(Path path) {
    this.path = path;
  }

  /** Lists the files of the entries, the oldest first. */
  List<Path> entries() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
          .sorted(Comparator.comparing(JournalDirectory::savedAt).thenComparing(Path::toString))
          .toList();
    }
  }

  Path entry(OperationId operation) {
    return path.resolve(operation + SUFFIX);
  }

  /**
   * Returns the operation that an entry is named after.
   *
   * @throws IllegalArgumentException if the name is not that of an operation
   */
  static OperationId operationOf(Path entry) {
    String name = entry.getFileName().toString();
    return OperationId.of(name.substring(0, name.length() - SUFFIX.length()));
  }

  /**
   * Saves an entry durably. If that fails, an entry that was not there before is not there
   * afterwards either: nothing was sent, so no later recovery may publish it.
   */
  void save(OperationId operation, String json) throws IOException {
    Path entry = entry(operation);
    // One name for each operation, whose lock is held: a left-over of a crash is simply
    // overwritten.
    Path temporary = path.resolve(operation + ".tmp");
    boolean isNew = Files.notExists(entry);
    try {
      DurableFiles.replace(entry, temporary, json.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      if (isNew) {
        takeBack(entry, e);
      }
      throw e;
    }
  }

  private static void takeBack(Path entry, IOException failure) {
    try {
      Files.deleteIfExists(entry);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Removes an entry. */
  static void remove(Path entry) throws IOException {
    Files.deleteIfExists(entry);
  }

  /** Removes an entry so that no power cut brings it back. */
  void removeDurably(Path entry) throws IOException {
    Files.deleteIfExists(entry);
    DurableFiles.syncDirectory(path);
  }

  private static FileTime savedAt(Path entry) {
    try {
      return Files.getLastModifiedTime(entry);
    } catch (IOException e) {
      // Settled by another process between listing and sorting.
      LOG.debug("Journal entry {} is gone", entry, e);
      return FileTime.fromMillis(0);
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
