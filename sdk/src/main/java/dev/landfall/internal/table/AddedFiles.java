package dev.landfall.internal.table;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/** The files that came into a table with the snapshots and statistics of an operation. */
final class AddedFiles {

  private final StagedOperations operations;
  private final @Nullable TableMetadata before;
  private final TableMetadata after;
  private final Set<String> locations = new LinkedHashSet<>();
  private final Set<String> manifests = new HashSet<>();

  private AddedFiles(@Nullable TableMetadata before, StagedOperations operations) {
    this.operations = operations;
    this.before = before;
    this.after = operations.result();
  }

  /**
   * Lists the files, whoever wrote them and wherever they lie.
   *
   * @param before null for a new table, of which everything is new
   */
  static Collection<String> between(@Nullable TableMetadata before, StagedOperations operations) {
    AddedFiles added = new AddedFiles(before, operations);
    for (Snapshot snapshot : added.after.snapshots()) {
      if (before == null || before.snapshot(snapshot.snapshotId()) == null) {
        added.collect(snapshot);
      }
    }
    added.collectStatistics();
    return added.locations;
  }

  private void collect(Snapshot snapshot) {
    if (snapshot.manifestListLocation() != null) {
      add(snapshot.manifestListLocation());
    }
    for (ManifestFile manifest : snapshot.allManifests(operations.io())) {
      boolean added =
          before == null || Objects.equals(manifest.snapshotId(), snapshot.snapshotId());
      if (added && manifests.add(manifest.path())) {
        collect(manifest, snapshot.sequenceNumber());
      }
    }
  }

  private void collect(ManifestFile manifest, long sequenceNumber) {
    add(manifest.path());
    Manifests.forEachFile(
        manifest,
        after,
        operations.io(),
        file -> {
          if (before == null || Objects.equals(file.fileSequenceNumber(), sequenceNumber)) {
            add(file.location());
          }
        });
  }

  private void collectStatistics() {
    Set<String> known = new HashSet<>();
    if (before != null) {
      Manifests.statistics(before).forEach(known::add);
    }
    Manifests.statistics(after).filter(known::add).forEach(this::add);
  }

  private void add(String location) {
    locations.add(location);
  }
}
