package dev.landfall.internal.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionStatisticsFile;
import org.apache.iceberg.StatisticsFile;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;

/** The files that a table's metadata names, by way of manifests or itself. */
final class Manifests {

  private Manifests() {}

  /**
   * Gives every data or delete file that is live in a manifest; reads the manifest.
   *
   * @throws UncheckedIOException if it cannot be read
   */
  static void forEachFile(
      ManifestFile manifest,
      TableMetadata metadata,
      FileIO io,
      Consumer<? super ContentFile<?>> action) {
    try (ManifestReader<?> reader =
        manifest.content() == ManifestContent.DATA
            ? ManifestFiles.read(manifest, io, metadata.specsById())
            : ManifestFiles.readDeleteManifest(manifest, io, metadata.specsById())) {
      reader.forEach(action);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read manifest '" + manifest.path() + "'", e);
    }
  }

  /** Returns where the statistics of a table lie, those of partitions too. */
  static Stream<String> statistics(TableMetadata metadata) {
    return Stream.concat(
        metadata.statisticsFiles().stream().map(StatisticsFile::path),
        metadata.partitionStatisticsFiles().stream().map(PartitionStatisticsFile::path));
  }
}
