package dev.landfall.internal.nessie;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.internal.bindings.MetadataLocation;
import dev.landfall.internal.storage.Storage;
import dev.landfall.model.Change;
import dev.landfall.model.ProjectInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The metadata files of table versions, which this process must see: Nessie itself looks into none.
 * Safe for use by many threads.
 */
final class MetadataFiles {

  private final Storage storage;

  /** A file is written once, so what is known of it stays true. */
  private final Recent<String, UUID> tableIds = new Recent<>(10_000);

  MetadataFiles(Storage storage) {
    this.storage = storage;
  }

  /** Remembers which table a version is of. */
  void know(String location, UUID tableId) {
    tableIds.put(location, tableId);
  }

  /**
   * Returns the id of the table that a version is of. Where its file is not to be read here, or has
   * none, it is made of the content id, which stays the same too.
   *
   * @throws UnavailableException if the file cannot be read now: another id would be wrong later
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

  private @Nullable UUID readTableId(String location) {
    try {
      return MetadataFile.read(storage.read(location)).tableId().orElse(null);
    } catch (NoSuchFileException
        | AccessDeniedException
        | IllegalArgumentException
        | NotSupportedException e) {
      // Opening the table says what is wrong with it; listing it must be possible without.
      return null;
    } catch (IOException e) {
      throw unavailable(location, e);
    }
  }

  /**
   * Reads the file of a version that a change binds.
   *
   * @throws InvalidRequestException if there is no such file in the project's directory
   * @throws UnavailableException if it cannot be read now; nothing was changed
   */
  MetadataFile require(Change change, UUID tableId, String location, ProjectInfo project) {
    MetadataFile file = read(change, location, project);
    if (file.tableId().filter(id -> !id.equals(tableId)).isPresent()) {
      throw MetadataLocation.invalid(change, location, "belongs to table " + file.tableId().get());
    }
    return file;
  }

  private MetadataFile read(Change change, String location, ProjectInfo project) {
    MetadataLocation.require(change, location, project, storage);
    try {
      return MetadataFile.read(storage.read(location));
    } catch (IOException e) {
      throw unavailable(location, e);
    } catch (IllegalArgumentException e) {
      throw MetadataLocation.invalid(change, location, "is no metadata file of Iceberg");
    }
  }

  private static UnavailableException unavailable(String location, IOException e) {
    return UnavailableException.notSent(
        "Cannot read the file " + location + ", nothing was changed: " + e.getMessage(), e);
  }
}
