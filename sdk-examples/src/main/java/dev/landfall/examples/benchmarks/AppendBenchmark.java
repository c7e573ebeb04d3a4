package dev.landfall.examples.benchmarks;

import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.Table;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.jspecify.annotations.Nullable;

/**
 * Writes a list of Java records: as a table version of the SDK, as a Parquet file by Iceberg, and
 * as one by parquet-java. The SDK also writes the version's manifests and metadata; the peers write
 * the data file only. None of them syncs.
 */
final class AppendBenchmark {

  private final Path directory;
  private final int rows;
  private final int warmUps;
  private final int rounds;

  AppendBenchmark(Path directory, boolean quick) {
    this.directory = directory;
    this.rows = quick ? 20_000 : 1_000_000;
    this.warmUps = quick ? 1 : 3;
    this.rounds = quick ? 3 : 9;
  }

  void run() throws Exception {
    List<Reading> readings = Reading.list(rows);
    try (LandfallClient client = LandfallClient.open(directory.resolve("lake"))) {
      Project project = client.createProject("bench");
      List<FileWriter> writers =
          List.of(
              new LandfallWriter(project, readings),
              new IcebergWriter(directory.resolve("iceberg.parquet"), readings),
              new RawWriter(directory.resolve("raw.parquet"), readings));
      List<Contest.Result> results = new Contest(writers, 1).run(warmUps, rounds);
      for (FileWriter writer : writers) {
        writer.requireRows(rows);
      }
      report(writers, results);
    }
  }

  private void report(List<FileWriter> writers, List<Contest.Result> results) throws IOException {
    System.out.printf(
        Locale.ROOT,
        "%,d rows of 6 columns to zstd Parquet; %d interleaved rounds after %d; median [min-max]%n%n",
        rows,
        rounds,
        warmUps);
    Contest.Result landfall = results.get(0);
    TextTable table =
        new TextTable(
            "writer", "wall ms", "CPU ms", "allocated MB", "file MB", "Landfall / it: wall", "CPU");
    for (int index = 0; index < results.size(); index++) {
      Contest.Result result = results.get(index);
      table.add(
          result.name(),
          result.wallMillis().toString(),
          result.cpuMillis().toString(),
          Spread.number(result.allocatedMegabytes().median()),
          Spread.number(Files.size(writers.get(index).file()) / 1e6),
          Spread.number(landfall.wallMillis().median() / result.wallMillis().median()),
          Spread.number(landfall.cpuMillis().median() / result.cpuMillis().median()));
    }
    System.out.print(table);
  }

  /** A contestant that writes one Parquet file with all rows. */
  private interface FileWriter extends Contestant {

    /** Returns the file that was written last. */
    Path file() throws IOException;

    /** Makes sure that the work was done. */
    default void requireRows(long expected) throws IOException {
      try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file()))) {
        if (reader.getRecordCount() != expected) {
          throw new IllegalStateException(
              name() + " wrote " + reader.getRecordCount() + " rows of " + expected);
        }
      }
    }
  }

  private static final class LandfallWriter implements FileWriter {

    private final Project project;
    private final List<Reading> readings;
    private @Nullable Table written;

    LandfallWriter(Project project, List<Reading> readings) {
      this.project = project;
      this.readings = readings;
    }

    @Override
    public String name() {
      return "Landfall writeTable";
    }

    @Override
    public void run() {
      written = project.writeTable(Rows.of(Reading.class, readings));
    }

    @Override
    public Path file() throws IOException {
      Table table = Objects.requireNonNull(written, "nothing was written");
      try (var tasks = table.iceberg().newScan().planFiles()) {
        return Path.of(URI.create(tasks.iterator().next().file().location()));
      }
    }
  }

  private record IcebergWriter(Path file, List<Reading> readings) implements FileWriter {

    @Override
    public String name() {
      return "Iceberg Parquet.write";
    }

    @Override
    public void startRound() throws IOException {
      Files.deleteIfExists(file);
    }

    @Override
    public void run() throws IOException {
      StockParquet.write(org.apache.iceberg.Files.localOutput(file.toFile()), readings);
    }
  }

  private record RawWriter(Path file, List<Reading> readings) implements FileWriter {

    @Override
    public String name() {
      return "parquet-java WriteSupport";
    }

    @Override
    public void startRound() throws IOException {
      Files.deleteIfExists(file);
    }

    @Override
    public void run() throws IOException {
      RawParquet.write(file, readings);
    }
  }
}
