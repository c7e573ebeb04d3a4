package dev.landfall.internal.table;

import dev.landfall.internal.storage.Locations;
import dev.landfall.internal.storage.Storage;
import java.nio.file.Path;
import java.util.List;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What a version is made of: metadata, the data files appended to it since, and what was written
 * since the last version that was sealed. Immutable; siblings share their past.
 *
 * <p>A run of appends stays a list of data files until somebody needs metadata. It then becomes one
 * Iceberg snapshot, however many appends it has.
 *
 * @param base metadata below the run of appends
 * @param appended data files of the run
 * @param writes finished logs of what has to be synced when the version is sealed
 * @param syncUpTo the highest directory that may have a new entry; null in an object store
 * @param number stands at the head of the metadata file's name
 */
record Lineage(
    TableMetadata base,
    Chain<DataFile> appended,
    Chain<WriteLog> writes,
    @Nullable Path syncUpTo,
    int number) {

  /** The lineage of a version whose files are all durable. */
  static Lineage durable(TableMetadata metadata, int number) {
    return new Lineage(
        metadata, Chain.empty(), Chain.empty(), Locations.localPath(metadata.location()), number);
  }

  /** The lineage of a new table without rows. */
  static Lineage created(TableMetadata metadata, @Nullable Path syncUpTo) {
    return new Lineage(metadata, Chain.empty(), Chain.empty(), syncUpTo, 0);
  }

  /** The same version, with more that has to be synced when it is sealed. */
  Lineage with(WriteLog log) {
    return new Lineage(base, appended, writes.plus(List.of(log)), syncUpTo, number);
  }

  /** The same version, whose metadata file has a number already. */
  Lineage at(int writtenNumber) {
    return new Lineage(base, appended, writes, syncUpTo, writtenNumber);
  }

  Lineage append(List<DataFile> files, WriteLog log) {
    return new Lineage(base, appended.plus(files), writes.plus(List.of(log)), syncUpTo, number + 1);
  }

  /**
   * The lineage after an operation that began from {@code before}, the metadata of this version.
   */
  Lineage next(TableMetadata after, Staged before, WriteLog log) {
    return new Lineage(
        after,
        Chain.empty(),
        writes.plus(before.writes()).plus(List.of(log)),
        syncUpTo,
        number + 1);
  }

  /** Makes the metadata of the version; writes a manifest and a manifest list if there is a run. */
  Staged stage(String tableName, Storage storage) {
    if (appended.isEmpty()) {
      return new Staged(base, List.of());
    }
    try (WriteLog log = new WriteLog(storage)) {
      StagedOperations operations = new StagedOperations(base, log);
      AppendFiles append = CallerThread.manifestsOf(operations.table(tableName).newAppend());
      appended.toList().forEach(append::appendFile);
      append.commit();
      return new Staged(Retention.apply(operations.result()), List.of(log));
    }
  }
}
