package dev.landfall.internal.table;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.io.FileIO;

/**
 * The files that table versions reach. Each metadata file, manifest list and manifest is read once,
 * however many versions share it. Used by one thread.
 */
final class ReachableFiles {

  private final FileIO io = LocalFileIO.readOnly();
  private final Set<Path> paths = new HashSet<>();

  /**
   * Adds a version and all that it reaches.
   *
   * @throws RuntimeException if a file of it cannot be read, so that it is not known what it
   *     reaches
   */
  void add(String metadataLocation) {
    if (!addPath(metadataLocation)) {
      return;
    }
    TableMetadata metadata = TableMetadataParser.read(io, metadataLocation);
    metadata.previousFiles().forEach(entry -> addPath(entry.file()));
    Manifests.statistics(metadata).forEach(this::addPath);
    metadata.snapshots().forEach(snapshot -> add(snapshot, metadata));
  }

  boolean contains(Path file) {
    return paths.contains(file);
  }

  private void add(Snapshot snapshot, TableMetadata metadata) {
    String list = snapshot.manifestListLocation();
    if (list != null && !addPath(list)) {
      return;
    }
    for (ManifestFile manifest : snapshot.allManifests(io)) {
      if (addPath(manifest.path())) {
        Manifests.forEachFile(manifest, metadata, io, file -> addPath(file.location()));
      }
    }
  }

  /** Returns whether the path is new. What lies on other storage is no file of this disk. */
  private boolean addPath(String location) {
    Path path = Locations.localPath(location);
    return path == null || paths.add(path.toAbsolutePath().normalize());
  }
}
