package dev.landfall.rows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.Files;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.parquet.Parquet;

/** Writes rows to a real file and reads them back, with nothing of Landfall in between. */
final class Parquets {
  private Parquets() {}

  static void write(Path file, Schema table, Rows rows) throws IOException {
    try (CloseableIterator<Record> records = rows.records(table);
        FileAppender<Record> appender =
            Parquet.write(Files.localOutput(file.toFile()))
                .schema(table)
                .createWriterFunc(GenericParquetWriter::create)
                .build()) {
      while (records.hasNext()) {
        appender.add(records.next());
      }
    }
  }

  static List<Record> read(Path file, Schema projection) throws IOException {
    List<Record> records = new ArrayList<>();
    try (CloseableIterable<Record> read =
        Parquet.read(Files.localInput(file.toFile()))
            .project(projection)
            .createReaderFunc(type -> GenericParquetReaders.buildReader(projection, type))
            .build()) {
      read.forEach(records::add);
    }
    return records;
  }
}
