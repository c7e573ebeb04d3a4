package dev.landfall.examples.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * Appends one row to a table and publishes it, again and again: by the SDK on a directory, and by
 * Iceberg's JDBC catalog on an SQLite file. Every round has a new table, so that all histories are
 * of the same length.
 */
final class PublishBenchmark {

  private static final String NO_PARAMETERS = "";
  private static final String WAL = "?journal_mode=WAL";

  private final Path directory;
  private final int operationsPerBlock;
  private final int warmUps;
  private final int rounds;

  PublishBenchmark(Path directory, boolean quick) {
    this.directory = directory;
    this.operationsPerBlock = quick ? 5 : 40;
    this.warmUps = quick ? 1 : 20;
    this.rounds = quick ? 3 : 9;
  }

  void run() throws Exception {
    Iterator<Reading> readings = Reading.generate(Integer.MAX_VALUE).iterator();
    try (LandfallPublisher landfall = LandfallPublisher.open(directory.resolve("lake"), readings);
        JdbcCatalogPublisher stock =
            JdbcCatalogPublisher.open(
                "JdbcCatalog, SQLite as it comes",
                directory.resolve("jdbc"),
                NO_PARAMETERS,
                readings,
                null);
        JdbcCatalogPublisher wal =
            JdbcCatalogPublisher.open(
                "JdbcCatalog, SQLite with WAL",
                directory.resolve("jdbc-wal"),
                WAL,
                readings,
                null);
        JdbcCatalogPublisher tuned =
            JdbcCatalogPublisher.open(
                "JdbcCatalog, WAL, manifests in the caller's thread",
                directory.resolve("jdbc-tuned"),
                WAL,
                readings,
                new CallerThread());
        SqliteCommit sqlite =
            SqliteCommit.open(Files.createDirectories(directory).resolve("floor.db"), 1024);
        SyncedAppend file =
            SyncedAppend.open(directory.resolve("floor.bin"), landfall.bytesPerOperation())) {
      List<Contestant> contestants = List.of(landfall, stock, wal, tuned, sqlite, file);
      List<Contest.Result> results =
          new Contest(contestants, operationsPerBlock).run(warmUps, rounds);
      report(file.bytesPerOperation(), results);
    }
  }

  private void report(int bytes, List<Contest.Result> results) {
    System.out.printf(
        Locale.ROOT,
        "Append of one row and its publish; %d interleaved rounds of %d after %d; median of the"
            + " rounds' medians [min-max]%nA commit of the SDK writes %,d bytes in files, and syncs"
            + " them; the JDBC catalog syncs its database only.%n%n",
        rounds,
        operationsPerBlock,
        warmUps,
        bytes);
    double own = results.get(0).wallMillis().median();
    TextTable table = new TextTable("way", "wall ms", "CPU ms", "allocated KB", "it / Landfall");
    results.forEach(
        result ->
            table.add(
                result.name(),
                result.wallMillis().toString(),
                result.cpuMillis().toString(),
                Spread.number(result.allocatedMegabytes().median() * 1000),
                Spread.number(result.wallMillis().median() / own)));
    System.out.print(table);
  }
}
