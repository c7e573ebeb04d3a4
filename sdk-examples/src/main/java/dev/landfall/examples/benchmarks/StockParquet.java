package dev.landfall.examples.benchmarks;

import java.io.IOException;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.parquet.Parquet;

/** Parquet files as Iceberg itself writes them from its generic rows. */
final class StockParquet {

  private StockParquet() {}

  /** Writes a file; one generic row is used again and again, which is kind to the peer. */
  static void write(OutputFile file, Iterable<Reading> readings) throws IOException {
    GenericRecord row = GenericRecord.create(Reading.SCHEMA);
    try (FileAppender<Record> appender =
        Parquet.write(file)
            .schema(Reading.SCHEMA)
            .createWriterFunc(GenericParquetWriter::create)
            .set("write.parquet.compression-codec", ParquetSettings.CODEC)
            .set("write.parquet.row-group-size-bytes", ParquetSettings.ROW_GROUP_BYTES + "")
            .set("write.parquet.page-size-bytes", ParquetSettings.PAGE_BYTES + "")
            .set("write.parquet.dict-size-bytes", ParquetSettings.DICTIONARY_BYTES + "")
            .build()) {
      for (Reading reading : readings) {
        reading.copyTo(row);
        appender.add(row);
      }
    }
  }

  /** Opens a writer of a data file of a table, with the table's own settings. */
  static DataWriter<Record> dataFile(Table table, OutputFile file) throws IOException {
    return Parquet.writeData(file)
        .forTable(table)
        .createWriterFunc(GenericParquetWriter::create)
        .withSpec(PartitionSpec.unpartitioned())
        .build();
  }
}
