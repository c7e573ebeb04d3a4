package dev.landfall.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.BranchHead;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.iceberg.LandfallCatalog;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.server.CatalogServer;
import dev.landfall.testkit.server.ServedLake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A branch as an Iceberg catalog, with its files in S3; in the process and served. */
@ExtendWith(WithS3.class)
class S3IcebergTest {

  static final TableIdentifier IDS = TableIdentifier.of("sales", "ids");
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
  @TempDir private Path directory;

  @Test
  void whatIcebergWritesIsReadByIcebergAndTheSdk(S3Server server) throws Exception {
    try (S3Lake lake = S3Lake.create(server, directory)) {
      LandfallCatalog catalog = LandfallCatalog.of(lake.project, "main");

      createAndAppend(catalog);

      assertThat(sum(catalog.loadTable(IDS))).isEqualTo(3);
      try (LandfallClient other = lake.reopen(directory)) {
        assertThat(sum(other.project("demo").branch("main"))).isEqualTo(3);
      }
    }
  }

  @Test
  void aDataFileThatIsRefusedFailsWhenItIsClosed(S3Server server) throws Exception {
    try (S3Lake lake = S3Lake.create(server, directory)) {
      LandfallCatalog catalog = LandfallCatalog.of(lake.project, "main");
      createAndAppend(catalog);
      Table table = catalog.loadTable(IDS);
      lake.onPut().first().answer(S3Answers.DENIED);
      DataWriter<Record> writer = writer(table);
      writer.write(GenericRecord.create(SCHEMA).copy("id", 4L));

      assertThatThrownBy(writer::close)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Cannot store file 's3://")
          .hasMessageContaining("Access Denied");

      lake.faults.assertAllHappened();
      append(table, 5);
      assertThat(sum(catalog.loadTable(IDS))).isEqualTo(8);
    }
  }

  @Test
  void theServedProtocolsWorkOnAProjectInS3(S3Server s3) throws Exception {
    String warehouse = "s3://" + s3.newBucket() + "/lake";
    try (CatalogServer server =
            CatalogServer.builder(directory)
                .warehouse(warehouse)
                .storage(S3Lake.storage(s3.endpoint()))
                .start();
        LandfallClient client =
            LandfallClient.builder()
                .uri(server.uri())
                .storage(S3Lake.storage(s3.endpoint()))
                .build()) {
      Project project = client.createProject("demo");
      assertThat(project.location()).startsWith(warehouse + "/");
      project
          .branch("main")
          .commit()
          .createTable("orders", project.writeTable(Rows.of(ServedLake.orders(0, 10))))
          .publish();
      S3Lake.requireLanded(
          ServedLake.fiveOrdersAndLabels(project, project.branch("main")).publish());

      try (RESTCatalog catalog = rest(server, s3)) {
        createAndAppend(catalog);

        assertThat(sum(catalog.loadTable(IDS))).isEqualTo(3);
        assertThat(sum(project.branch("main"))).isEqualTo(3);
        assertThatThrownBy(
                () ->
                    catalog.registerTable(
                        TableIdentifier.of("sales", "other"),
                        warehouse + "/other/metadata/00000-a.metadata.json"))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("does not lie under the project's location");
      }
    }
  }

  private static RESTCatalog rest(CatalogServer server, S3Server s3) {
    Map<String, String> properties =
        new HashMap<>(S3Lake.storage(s3.endpoint()).withS3Region("us-east-1").properties());
    properties.put(CatalogProperties.URI, server.uri() + "/iceberg");
    properties.put(CatalogProperties.WAREHOUSE_LOCATION, "demo");
    properties.put(CatalogProperties.FILE_IO_IMPL, "org.apache.iceberg.aws.s3.S3FileIO");
    properties.put("http-client.type", "urlconnection");
    RESTCatalog catalog = new RESTCatalog();
    catalog.initialize("rest", properties);
    return catalog;
  }

  /** Makes the table with the ids 1 and 2. */
  static <C extends Catalog & SupportsNamespaces> void createAndAppend(C catalog)
      throws IOException {
    catalog.createNamespace(Namespace.of("sales"));
    append(catalog.createTable(IDS, SCHEMA), 1);
    append(catalog.loadTable(IDS), 2);
  }

  private static void append(Table table, long id) throws IOException {
    DataWriter<Record> writer = writer(table);
    try (writer) {
      writer.write(GenericRecord.create(SCHEMA).copy("id", id));
    }
    DataFile file = writer.toDataFile();
    assertThat(file.location()).startsWith("s3://");
    table.newAppend().appendFile(file).commit();
  }

  private static DataWriter<Record> writer(Table table) throws IOException {
    String location = table.locationProvider().newDataLocation(UUID.randomUUID() + ".parquet");
    return Parquet.writeData(table.io().newOutputFile(location))
        .schema(SCHEMA)
        .createWriterFunc(type -> GenericParquetWriter.create(SCHEMA, type))
        .withSpec(PartitionSpec.unpartitioned())
        .build();
  }

  static long sum(Table table) throws IOException {
    long sum = 0;
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table).build()) {
      for (Record row : rows) {
        sum += (Long) row.getField("id");
      }
    }
    return sum;
  }

  private static long sum(BranchHead head) {
    try (var rows = head.table("sales.ids").rows()) {
      return rows.mapToLong(row -> (Long) row.getField("id")).sum();
    }
  }
}
