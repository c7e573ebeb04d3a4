package dev.landfall.internal.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionStatisticsFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StatisticsFile;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/** The files that came into a table with the snapshots and statistics of an operation. */
final class AddedFiles {

  private final StagedOperations operations;
  private final @Nullable TableMetadata before;
  private final TableMetadata after;
  private final Set<Path> paths = new LinkedHashSet<>();
  private final Set<String> manifests = new HashSet<>();

  private AddedFiles(@Nullable TableMetadata before, StagedOperations operations) {
    this.operations = operations;
    this.before = before;
    this.after = operations.result();
  }

  /**
   * Lists the files on the local disk, whoever wrote them. Those on other storage are durable once
   * they exist.
   *
   * @param before null for a new table, of which everything is new
   */
  static Collection<Path> between(@Nullable TableMetadata before, StagedOperations operations) {
    AddedFiles added = new AddedFiles(before, operations);
    for (Snapshot snapshot : added.after.snapshots()) {
      if (before == null || before.snapshot(snapshot.snapshotId()) == null) {
        added.collect(snapshot);
      }
    }
    added.collectStatistics();
    return added.paths;
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
    try (ManifestReader<?> reader = open(manifest)) {
      for (ContentFile<?> file : reader) {
        if (before == null || Objects.equals(file.fileSequenceNumber(), sequenceNumber)) {
          add(file.location());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read manifest '" + manifest.path() + "'", e);
    }
  }

  private void collectStatistics() {
    Set<String> known = new HashSet<>();
    if (before != null) {
      before.statisticsFiles().forEach(file -> known.add(file.path()));
      before.partitionStatisticsFiles().forEach(file -> known.add(file.path()));
    }
    Stream.concat(
            after.statisticsFiles().stream().map(StatisticsFile::path),
            after.partitionStatisticsFiles().stream().map(PartitionStatisticsFile::path))
        .filter(known::add)
        .forEach(this::add);
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
