package dev.landfall.internal.nessie;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.internal.bindings.MetadataLocation;
import dev.landfall.model.Change;
import dev.landfall.model.ProjectInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The metadata files of table versions, which this process must see: Nessie itself looks into none.
 * Safe for use by many threads.
 */
final class MetadataFiles {

  private static final String SCHEME = "file:";

  /** A file is written once, so what is known of it stays true. */
  private final Recent<String, UUID> tableIds = new Recent<>(10_000);

  /** Remembers which table a version is of. */
  void know(String location, UUID tableId) {
    tableIds.put(location, tableId);
  }

  /**
   * Returns the id of the table that a version is of. Where its file cannot be read here, or has
   * none, it is made of the content id, which stays the same too.
   */
  UUID tableId(String location, String contentId) {
    UUID known = tableIds.get(location);
    if (known != null) {
      return known;
    }
    UUID tableId = readTableId(location);
    if (tableId == null) {
      return UUID.nameUUIDFromBytes(contentId.getBytes(StandardCharsets.UTF_8));
    }
    tableIds.put(location, tableId);
    return tableId;
  }

  private static @Nullable UUID readTableId(String location) {
    if (!location.startsWith(SCHEME)) {
      return null;
    }
    try {
      return MetadataFile.read(Files.readAllBytes(pathOf(location))).tableId().orElse(null);
    } catch (IOException | IllegalArgumentException e) {
      // Opening the table says what is wrong with it; listing it must be possible without.
      return null;
    }
  }

  /**
   * Reads the file of a version that a change binds.
   *
   * @throws InvalidRequestException if there is no such file in the project's directory
   */
  MetadataFile require(Change change, UUID tableId, String location, ProjectInfo project) {
    MetadataFile file = read(change, location, project);
    if (file.tableId().filter(id -> !id.equals(tableId)).isPresent()) {
      throw MetadataLocation.invalid(change, location, "belongs to table " + file.tableId().get());
    }
    return file;
  }

  private static MetadataFile read(Change change, String location, ProjectInfo project) {
    Path file = MetadataLocation.require(change, location, project, pathOf(project.location()));
    try {
      return MetadataFile.read(Files.readAllBytes(file));
    } catch (IOException e) {
      throw MetadataLocation.invalid(change, location, "cannot be read");
    } catch (IllegalArgumentException e) {
      throw MetadataLocation.invalid(change, location, "is no metadata file of Iceberg");
    }
  }

  /** A location's characters stand for themselves; it has one slash or three after its scheme. */
  private static Path pathOf(String location) {
    String path = location.substring(SCHEME.length());
    try {
      return Path.of(path.startsWith("//") ? path.substring(2) : path);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("No path: " + location, e);
    }
  }
}
