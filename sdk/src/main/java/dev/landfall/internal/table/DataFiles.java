package dev.landfall.internal.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.formats.FileWriterBuilder;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.util.PropertyUtil;
import org.jspecify.annotations.Nullable;

/** Opens the data files of one write, and keeps those that are finished. For one thread. */
final class DataFiles {

  /**
   * A row group is held in memory until it is complete. Iceberg's own default of 128 MiB is more
   * than a small heap has.
   */
  private static final int DEFAULT_ROW_GROUP_BYTES = 32 * 1024 * 1024;

  private final Schema schema;
  private final PartitionSpec spec;
  private final MetricsConfig metrics;
  private final Map<String, String> properties;
  private final LocationProvider locations;
  private final TableFileIO io;
  private final Progress progress;
  private final String writeId = UUID.randomUUID().toString();
  private final long targetBytes;
  private final List<DataFile> finished = new ArrayList<>();
  private int opened;

  DataFiles(Table table, TableFileIO io, Progress progress) {
    this.schema = table.schema();
    this.spec = table.spec();
    this.metrics = MetricsConfig.forTable(table);
    this.properties = new HashMap<>(table.properties());
    properties.putIfAbsent(
        TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES, Integer.toString(DEFAULT_ROW_GROUP_BYTES));
    this.locations = table.locationProvider();
    this.io = io;
    this.progress = progress;
    this.targetBytes =
        PropertyUtil.propertyAsLong(
            properties,
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT);
  }

  long targetBytes() {
    return targetBytes;
  }

  List<DataFile> finished() {
    return finished;
  }

  NewOutputFile newFile(@Nullable PartitionKey partition) {
    String name = String.format(Locale.ROOT, "%05d-%s.parquet", opened++, writeId);
    return io.newOutputFile(
        partition == null
            ? locations.newDataLocation(name)
            : locations.newDataLocation(spec, partition, name));
  }

  DataWriter<Record> open(NewOutputFile file, @Nullable PartitionKey partition) throws IOException {
    return HadoopDefaults.hiddenFrom(() -> newWriter(file, partition));
  }

  private DataWriter<Record> newWriter(NewOutputFile file, @Nullable PartitionKey partition)
      throws IOException {
    FileWriterBuilder<DataWriter<Record>, Object> builder =
        FormatModelRegistry.<Record, Object>dataWriteBuilder(
                FileFormat.PARQUET, Record.class, EncryptedFiles.plainAsEncryptedOutput(file))
            .schema(schema)
            .spec(spec)
            .setAll(properties)
            .metricsConfig(metrics);
    return (partition == null ? builder : builder.partition(partition)).build();
  }

  void finish(DataWriter<Record> writer) throws IOException {
    writer.close();
    DataFile file = writer.toDataFile();
    finished.add(file);
    progress.finishedFile(file.fileSizeInBytes());
  }
}
