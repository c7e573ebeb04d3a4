package dev.landfall.testkit.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;

/** Rows with an id, written and read as an Iceberg program does it. */
public final class IcebergRows {

  static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));

  private IcebergRows() {}

  /** Writes a data file of one row into the table's location, and commits nothing. */
  static DataFile file(Table table, long id) {
    String location = table.locationProvider().newDataLocation(UUID.randomUUID() + ".parquet");
    DataWriter<Record> writer;
    try {
      writer =
          Parquet.writeData(table.io().newOutputFile(FileFormat.PARQUET.addExtension(location)))
              .schema(SCHEMA)
              .createWriterFunc(type -> GenericParquetWriter.create(SCHEMA, type))
              .withSpec(PartitionSpec.unpartitioned())
              .build();
      try (writer) {
        writer.write(GenericRecord.create(SCHEMA).copy("id", id));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return writer.toDataFile();
  }

  /** Commits a data file of one row. */
  public static void append(Table table, long id) {
    table.newAppend().appendFile(file(table, id)).commit();
  }

  /** Reads the ids, in their order. */
  public static List<Long> ids(Table table) {
    List<Long> ids = new ArrayList<>();
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table).build()) {
      rows.forEach(row -> ids.add((Long) row.getField("id")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ids.sort(Comparator.naturalOrder());
    return ids;
  }
}
