package dev.landfall.internal.nessie;

import dev.landfall.internal.wire.StrictJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPInputStream;

/**
 * What an Iceberg metadata file says that Nessie wants to know of a table's version. What the file
 * leaves out has the value that Iceberg gives to a table without it.
 *
 * @param tableId empty in a file of Iceberg's first format without one
 */
record MetadataFile(
    Optional<UUID> tableId, long snapshotId, long schemaId, long specId, long sortOrderId) {

  /**
   * Reads the content of a file, compressed or not.
   *
   * @throws IllegalArgumentException if it is not JSON
   */
  static MetadataFile read(byte[] bytes) {
    StrictJson json = StrictJson.parseForeign(isGzip(bytes) ? unzip(bytes) : bytes);
    return new MetadataFile(
        json.optionalValue("table-uuid", UUID::fromString),
        json.optionalLong("current-snapshot-id").orElse(-1),
        json.optionalLong("current-schema-id").orElse(0),
        json.optionalLong("default-spec-id").orElse(0),
        json.optionalLong("default-sort-order-id").orElse(0));
  }

  private static boolean isGzip(byte[] bytes) {
    return bytes.length > 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b;
  }

  private static byte[] unzip(byte[] bytes) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalArgumentException("The file is compressed, and damaged", e);
    }
  }
}
