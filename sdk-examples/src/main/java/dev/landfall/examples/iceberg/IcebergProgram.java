package dev.landfall.examples.iceberg;

import dev.landfall.LandfallClient;
import dev.landfall.Project;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;

/** Writes a table by Iceberg's own API, and shows the commits that it made in the branch. */
public final class IcebergProgram {

  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "sensor", Types.StringType.get()),
          Types.NestedField.required(2, "celsius", Types.DoubleType.get()));

  private IcebergProgram() {}

  /** Runs in a new directory that is given, or in {@code lake}. */
  public static void main(String[] arguments) throws IOException {
    run(Path.of(arguments.length == 0 ? "lake" : arguments[0]));
  }

  static void run(Path directory) throws IOException {
    writeByIceberg(directory);
    try (LandfallClient client = LandfallClient.open(directory)) {
      Project project = client.project("demo");
      project.log(project.branch("main")).forEach(System.out::println);
      project.branch("main").table("readings").rows().forEach(System.out::println);
    }
  }

  private static void writeByIceberg(Path directory) throws IOException {
    // snippet: iceberg
    Map<String, String> properties =
        Map.of(
            "catalog-impl", "dev.landfall.iceberg.LandfallCatalog",
            "uri", directory.toString(),
            "warehouse", "demo");
    Catalog catalog = CatalogUtil.buildIcebergCatalog("lake", properties, null);
    Table readings = catalog.createTable(TableIdentifier.of("readings"), SCHEMA);
    readings.newAppend().appendFile(write(readings)).commit();
    // end snippet
    ((Closeable) catalog).close();
  }

  private static DataFile write(Table table) throws IOException {
    String location = table.locationProvider().newDataLocation(UUID.randomUUID() + ".parquet");
    DataWriter<Record> writer =
        Parquet.writeData(table.io().newOutputFile(location))
            .schema(SCHEMA)
            .createWriterFunc(type -> GenericParquetWriter.create(SCHEMA, type))
            .withSpec(PartitionSpec.unpartitioned())
            .build();
    try (writer) {
      writer.write(GenericRecord.create(SCHEMA).copy("sensor", "roof", "celsius", 21.5));
    }
    return writer.toDataFile();
  }
}
