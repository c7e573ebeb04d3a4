package dev.landfall.internal.table;

import dev.landfall.internal.storage.Locations;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.jspecify.annotations.Nullable;

/**
 * Lets one operation use the Iceberg API on a private copy of a table's metadata. What it commits
 * stays in memory here: no catalog is asked and no metadata file is written. Safe for use by many
 * threads.
 */
final class StagedOperations implements TableOperations {

  private final TableFileIO io;
  private TableMetadata current;
  private @Nullable String refusal;

  StagedOperations(TableMetadata base, WriteLog log) {
    this.current = base;
    this.io = TableFileIO.writing(log);
  }

  /** Returns an Iceberg table over these operations. */
  Table table(String name) {
    return new BaseTable(this, name, report -> {});
  }

  /** Returns what the commits so far have made. */
  synchronized TableMetadata result() {
    return current;
  }

  /** Refuses commits, saying why, until {@link #allowCommits}. */
  synchronized void refuseCommits(String why) {
    refusal = why;
  }

  synchronized void allowCommits() {
    refusal = null;
  }

  @Override
  public synchronized TableMetadata current() {
    io.log().requireOpen();
    return current;
  }

  @Override
  public TableMetadata refresh() {
    return current();
  }

  @Override
  public synchronized void commit(@Nullable TableMetadata base, TableMetadata metadata) {
    io.log().requireOpen();
    if (refusal != null) {
      throw new IllegalStateException(refusal);
    }
    if (base != current) {
      throw new CommitFailedException("The staged table was changed by another thread meanwhile");
    }
    current = metadata;
  }

  @Override
  public FileIO io() {
    return io;
  }

  @Override
  public synchronized String metadataFileLocation(String fileName) {
    return metadataFileLocation(current, fileName);
  }

  @Override
  public synchronized LocationProvider locationProvider() {
    return LocationProviders.locationsFor(current.location(), current.properties());
  }

  @Override
  public TableOperations temp(TableMetadata uncommitted) {
    return new StagedOperations(uncommitted, io.log());
  }

  static String metadataFileLocation(TableMetadata metadata, String fileName) {
    String directory = metadata.property(TableProperties.WRITE_METADATA_LOCATION, "");
    if (directory.isEmpty()) {
      directory = Locations.withoutTrailingSlash(metadata.location()) + "/metadata";
    }
    return Locations.withoutTrailingSlash(directory) + "/" + fileName;
  }
}
