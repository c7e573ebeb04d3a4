package dev.landfall.testkit.contract;

import dev.landfall.model.Change;
import dev.landfall.model.TableName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.types.Types;

/** Writes versions of empty tables under the location of a project. */
final class TableFiles {

  private static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));

  private final String location;
  private final Map<UUID, TableMetadata> latest = new ConcurrentHashMap<>();

  TableFiles(String projectLocation) {
    this.location = projectLocation;
  }

  /** Writes the first version of a new table. */
  Change.Create create(TableName name) {
    TableMetadata metadata =
        TableMetadata.newTableMetadata(
            SCHEMA,
            PartitionSpec.unpartitioned(),
            location + "/tables/" + UUID.randomUUID(),
            Map.of());
    UUID tableId = UUID.fromString(metadata.uuid());
    return new Change.Create(name, tableId, write(tableId, metadata));
  }

  /** Writes another version of a table, and returns its location. */
  String next(UUID tableId) {
    TableMetadata known = latest.get(tableId);
    if (known == null) {
      throw new AssertionError("No version of table " + tableId + " was written here");
    }
    return write(tableId, known.replaceProperties(Map.of("version", UUID.randomUUID().toString())));
  }

  private String write(UUID tableId, TableMetadata metadata) {
    String written = metadata.location() + "/metadata/" + UUID.randomUUID() + ".metadata.json";
    try {
      Path file = fileAt(written);
      Files.createDirectories(file.getParent());
      Files.writeString(file, TableMetadataParser.toJson(metadata));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot write below "
              + location
              + "; the project must lie in a directory that the tests may write to",
          e);
    }
    latest.put(tableId, metadata);
    return written;
  }

  /** Returns the file at a location: a path, perhaps after {@code file:}. */
  static Path fileAt(String location) {
    return Path.of(location.replaceFirst("^file:(//)?(?=/)", ""));
  }
}
