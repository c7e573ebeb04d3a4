package dev.landfall.examples.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.jspecify.annotations.Nullable;

/** Appends one row by Iceberg's JDBC catalog on an SQLite file. */
final class JdbcCatalogPublisher implements Contestant, AutoCloseable {

  private final String name;
  private final JdbcCatalog catalog;
  private final Iterator<Reading> readings;
  private final @Nullable ExecutorService manifestThread;
  private int tables;
  private @Nullable Table table;

  private JdbcCatalogPublisher(
      String name,
      JdbcCatalog catalog,
      Iterator<Reading> readings,
      @Nullable ExecutorService manifestThread) {
    this.name = name;
    this.catalog = catalog;
    this.readings = readings;
    this.manifestThread = manifestThread;
  }

  /**
   * Opens a catalog in a new directory.
   *
   * @param parameters of the JDBC URL of SQLite; empty leaves all as it comes
   * @param manifestThread where manifests are read and written; Iceberg's own pools if null
   */
  static JdbcCatalogPublisher open(
      String name,
      Path directory,
      String parameters,
      Iterator<Reading> readings,
      @Nullable ExecutorService manifestThread)
      throws IOException {
    Files.createDirectories(directory);
    JdbcCatalog catalog =
        JdbcCatalogs.open(
            name,
            "jdbc:sqlite:" + directory.resolve("catalog.db") + parameters,
            directory.resolve("warehouse").toString());
    return new JdbcCatalogPublisher(name, catalog, readings, manifestThread);
  }

  /** Opens a catalog in a new directory, whose files are in S3. */
  static JdbcCatalogPublisher inS3(
      String name, Path directory, String warehouse, URI endpoint, Iterator<Reading> readings)
      throws IOException {
    Files.createDirectories(directory);
    JdbcCatalog catalog =
        JdbcCatalogs.open(
            "s3",
            "jdbc:sqlite:" + directory.resolve("catalog.db"),
            warehouse,
            S3Files.open(endpoint));
    return new JdbcCatalogPublisher(name, catalog, readings, null);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void startRound() throws IOException {
    TableIdentifier identifier = TableIdentifier.of(JdbcCatalogs.NAMESPACE, "t" + tables++);
    table = catalog.createTable(identifier, Reading.SCHEMA);
    run();
  }

  @Override
  public void run() throws IOException {
    Table target = Objects.requireNonNull(table, "no round was started");
    GenericRecord row = GenericRecord.create(Reading.SCHEMA);
    readings.next().copyTo(row);
    String path = target.locationProvider().newDataLocation(UUID.randomUUID() + ".parquet");
    DataWriter<Record> writer = StockParquet.dataFile(target, target.io().newOutputFile(path));
    try (writer) {
      writer.write(row);
    }
    AppendFiles append = target.newAppend().appendFile(writer.toDataFile());
    if (manifestThread != null) {
      append.scanManifestsWith(manifestThread).writeManifestsWith(manifestThread, 1);
    }
    append.commit();
  }

  @Override
  public void close() {
    catalog.close();
  }
}
