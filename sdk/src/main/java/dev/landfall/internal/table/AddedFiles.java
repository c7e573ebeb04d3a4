package dev.landfall.internal.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/** The data and delete files that came into a table with the snapshots of an operation. */
final class AddedFiles {

  private final StagedOperations operations;
  private final TableMetadata after;
  private final List<Path> paths = new ArrayList<>();

  private AddedFiles(StagedOperations operations) {
    this.operations = operations;
    this.after = operations.result();
  }

  /**
   * Lists the files on the local disk, whoever wrote them. Those on other storage are durable once
   * they exist.
   *
   * @param before null for a new table
   */
  static List<Path> between(@Nullable TableMetadata before, StagedOperations operations) {
    AddedFiles added = new AddedFiles(operations);
    for (Snapshot snapshot : added.after.snapshots()) {
      if (before == null || before.snapshot(snapshot.snapshotId()) == null) {
        added.collect(snapshot);
      }
    }
    return added.paths;
  }

  private void collect(Snapshot snapshot) {
    for (ManifestFile manifest : snapshot.allManifests(operations.io())) {
      if (Objects.equals(manifest.snapshotId(), snapshot.snapshotId())) {
        collect(manifest, snapshot.sequenceNumber());
      }
    }
  }

  private void collect(ManifestFile manifest, long sequenceNumber) {
    add(manifest.path());
    try (ManifestReader<?> reader = open(manifest)) {
      for (ContentFile<?> file : reader) {
        if (Objects.equals(file.fileSequenceNumber(), sequenceNumber)) {
          add(file.location());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read manifest '" + manifest.path() + "'", e);
    }
  }

  private ManifestReader<?> open(ManifestFile manifest) {
    return manifest.content() == ManifestContent.DATA
        ? ManifestFiles.read(manifest, operations.io(), after.specsById())
        : ManifestFiles.readDeleteManifest(manifest, operations.io(), after.specsById());
  }

  private void add(String location) {
    Path path = Locations.localPath(location);
    if (path != null) {
      paths.add(path);
    }
  }
}
