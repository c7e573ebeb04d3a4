package dev.landfall.internal.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RetryableValidationException;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.ValidationException;

/** Applies Iceberg's metadata updates, in their order. Does no I/O. */
final class MetadataUpdates {

  private static final int DEFAULT_FORMAT_VERSION = 2;

  private MetadataUpdates() {}

  /**
   * Returns what the updates make.
   *
   * @throws IllegalArgumentException if they cannot be applied
   * @throws CommitFailedException if they were made for an older version of the table
   */
  static TableMetadata apply(TableMetadata.Builder metadata, List<MetadataUpdate> updates) {
    try {
      updates.forEach(update -> update.applyTo(metadata));
      return metadata.build();
    } catch (RetryableValidationException e) {
      throw new CommitFailedException(e, "The table has changed: %s", e.getMessage());
    } catch (ValidationException | IllegalStateException | UnsupportedOperationException e) {
      throw new IllegalArgumentException("Cannot apply the updates: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the metadata of a new table. What the updates leave open is filled in: format version
   * 2, an id, a location in the project, no partitions and no order.
   *
   * @throws IllegalArgumentException if they have no schema, or cannot be applied
   */
  static TableMetadata create(List<MetadataUpdate> updates, String projectLocation) {
    if (first(MetadataUpdate.SetCurrentSchema.class, updates).isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot create a table: the updates set no schema; add one, and make it the current one");
    }
    TableMetadata.Builder metadata =
        TableMetadata.buildFromEmpty(
            first(MetadataUpdate.UpgradeFormatVersion.class, updates)
                .map(MetadataUpdate.UpgradeFormatVersion::formatVersion)
                .orElse(DEFAULT_FORMAT_VERSION));
    String tableId =
        first(MetadataUpdate.AssignUUID.class, updates)
            .map(MetadataUpdate.AssignUUID::uuid)
            .orElseGet(() -> UUID.randomUUID().toString());
    metadata.assignUUID(tableId);
    if (first(MetadataUpdate.SetLocation.class, updates).isEmpty()) {
      metadata.setLocation(projectLocation + "/tables/" + tableId);
    }
    return apply(metadata, withLayout(updates));
  }

  private static List<MetadataUpdate> withLayout(List<MetadataUpdate> updates) {
    List<MetadataUpdate> all = new ArrayList<>(updates);
    if (first(MetadataUpdate.SetDefaultPartitionSpec.class, updates).isEmpty()) {
      all.add(new MetadataUpdate.AddPartitionSpec(PartitionSpec.unpartitioned()));
      all.add(new MetadataUpdate.SetDefaultPartitionSpec(-1));
    }
    if (first(MetadataUpdate.SetDefaultSortOrder.class, updates).isEmpty()) {
      all.add(new MetadataUpdate.AddSortOrder(SortOrder.unsorted()));
      all.add(new MetadataUpdate.SetDefaultSortOrder(-1));
    }
    return all;
  }

  private static <T extends MetadataUpdate> Optional<T> first(
      Class<T> kind, List<MetadataUpdate> updates) {
    return updates.stream().filter(kind::isInstance).map(kind::cast).findFirst();
  }
}
