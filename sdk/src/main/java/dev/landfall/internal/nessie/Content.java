package dev.landfall.internal.nessie;

import dev.landfall.internal.wire.StrictJson;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What Nessie has at a key.
 *
 * @param id stays the same through updates and renames
 * @param version if it is an Iceberg table
 * @param text of one of our records
 */
record Content(String type, String id, @Nullable Version version, @Nullable String text) {

  private static final String TABLE = "ICEBERG_TABLE";
  private static final String NAMESPACE = "NAMESPACE";

  /** A version of an Iceberg table: the location of its metadata file, and what that says. */
  record Version(String location, MetadataFile file) {}

  static Content table(String id, Version version) {
    return new Content(TABLE, id, version, null);
  }

  static Content namespace(String id) {
    return new Content(NAMESPACE, id, null, null);
  }

  static Content read(StrictJson json) {
    String type = json.text("type");
    return new Content(
        type,
        json.text("id"),
        type.equals(TABLE) ? readVersion(json) : null,
        json.optionalText("sqlText").orElse(null));
  }

  private static Version readVersion(StrictJson json) {
    return new Version(
        json.text("metadataLocation"),
        new MetadataFile(
            Optional.empty(),
            json.optionalLong("snapshotId").orElse(-1),
            json.optionalLong("schemaId").orElse(0),
            json.optionalLong("specId").orElse(0),
            json.optionalLong("sortOrderId").orElse(0)));
  }

  boolean isNamespace() {
    return type.equals(NAMESPACE);
  }
}
