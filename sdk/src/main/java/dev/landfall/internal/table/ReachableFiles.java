package dev.landfall.internal.table;

import dev.landfall.internal.files.StoredFile;
import dev.landfall.internal.storage.Locations;
import dev.landfall.internal.storage.Storage;
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

  private final FileIO io;
  private final Set<String> locations = new HashSet<>();

  ReachableFiles(Storage storage) {
    this.io = TableFileIO.readOnly(storage);
  }

  /**
   * Adds a version and all that it reaches.
   *
   * @throws RuntimeException if a file of it cannot be read, so that it is not known what it
   *     reaches
   */
  void add(String metadataLocation) {
    if (!addFile(metadataLocation)) {
      return;
    }
    TableMetadata metadata = TableMetadataParser.read(io, metadataLocation);
    metadata.previousFiles().forEach(entry -> addFile(entry.file()));
    Manifests.statistics(metadata).forEach(this::addFile);
    metadata.snapshots().forEach(snapshot -> add(snapshot, metadata));
  }

  boolean contains(StoredFile file) {
    return locations.contains(file.location());
  }

  private void add(Snapshot snapshot, TableMetadata metadata) {
    String list = snapshot.manifestListLocation();
    if (list != null && !addFile(list)) {
      return;
    }
    for (ManifestFile manifest : snapshot.allManifests(io)) {
      if (addFile(manifest.path())) {
        Manifests.forEachFile(manifest, metadata, io, file -> addFile(file.location()));
      }
    }
  }

  /** Returns whether the file is new, whatever spelling it is named in. */
  private boolean addFile(String location) {
    return locations.add(Locations.canonical(location));
  }
}
