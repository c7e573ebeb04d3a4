package dev.landfall.examples.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.parquet.ParquetSchemaUtil;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** The same file by parquet-java alone, with a write support made for the row. */
final class RawParquet {

  private RawParquet() {}

  static void write(Path file, Iterable<Reading> readings) throws IOException {
    try (ParquetWriter<Reading> writer =
        new Builder(new LocalOutputFile(file))
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withWriterVersion(ParquetProperties.WriterVersion.PARQUET_1_0)
            .withRowGroupSize((long) ParquetSettings.ROW_GROUP_BYTES)
            .withPageSize(ParquetSettings.PAGE_BYTES)
            .withDictionaryPageSize(ParquetSettings.DICTIONARY_BYTES)
            .build()) {
      for (Reading reading : readings) {
        writer.write(reading);
      }
    }
  }

  private static final class Builder extends ParquetWriter.Builder<Reading, Builder> {

    Builder(OutputFile file) {
      super(file);
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // the one method that a builder has to implement
    protected WriteSupport<Reading> getWriteSupport(Configuration configuration) {
      return new ReadingSupport();
    }
  }

  private static final class ReadingSupport extends WriteSupport<Reading> {

    private static final MessageType TYPE = ParquetSchemaUtil.convert(Reading.SCHEMA, "reading");

    private @Nullable RecordConsumer consumer;

    @Override
    @SuppressWarnings("deprecation") // the one method that a write support has to implement
    public WriteContext init(Configuration configuration) {
      return new WriteContext(TYPE, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
      this.consumer = recordConsumer;
    }

    @Override
    public void write(Reading reading) {
      RecordConsumer to = Objects.requireNonNull(consumer);
      to.startMessage();
      to.startField("id", 0);
      to.addLong(reading.id());
      to.endField("id", 0);
      to.startField("sensor", 1);
      to.addInteger(reading.sensor());
      to.endField("sensor", 1);
      to.startField("value", 2);
      to.addDouble(reading.value());
      to.endField("value", 2);
      to.startField("place", 3);
      to.addBinary(Binary.fromString(reading.place()));
      to.endField("place", 3);
      to.startField("at", 4);
      to.addLong(micros(reading.at()));
      to.endField("at", 4);
      to.startField("valid", 5);
      to.addBoolean(reading.valid());
      to.endField("valid", 5);
      to.endMessage();
    }

    private static long micros(Instant at) {
      return at.getEpochSecond() * 1_000_000 + at.getNano() / 1_000;
    }
  }
}
