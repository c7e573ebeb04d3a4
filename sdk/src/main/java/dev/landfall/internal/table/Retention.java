package dev.landfall.internal.table;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.TableMetadata;

/**
 * Keeps the metadata of a long-lived table small: only the newest Iceberg snapshots stay in it, and
 * those that a ref names. Files stay all: older commits have metadata of their own.
 */
final class Retention {

  static final String PROPERTY = "landfall.retained-snapshots";

  private static final int DEFAULT_SNAPSHOTS = 100;

  private Retention() {}

  static TableMetadata apply(TableMetadata metadata) {
    List<Snapshot> snapshots = metadata.snapshots();
    int keep = Math.max(1, metadata.propertyAsInt(PROPERTY, DEFAULT_SNAPSHOTS));
    if (snapshots.size() <= keep) {
      return metadata;
    }
    Set<Long> old = new HashSet<>();
    snapshots.subList(0, snapshots.size() - keep).forEach(s -> old.add(s.snapshotId()));
    metadata.refs().values().stream().map(SnapshotRef::snapshotId).forEach(old::remove);
    return old.isEmpty()
        ? metadata
        : TableMetadata.buildFrom(metadata).removeSnapshots(old).build();
  }
}
