package dev.landfall.examples.benchmarks;

import dev.landfall.LandfallClient;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.apache.iceberg.jdbc.JdbcCatalog;

/**
 * Changes a property of one table, and of ten, by a release and by Iceberg's JDBC catalog, on
 * SQLite and on one PostgreSQL server.
 */
final class ReleaseBenchmark {

  private final Path directory;
  private final int operationsPerBlock;
  private final int warmUps;
  private final int rounds;

  ReleaseBenchmark(Path directory, boolean quick) {
    this.directory = directory;
    this.operationsPerBlock = quick ? 5 : 40;
    this.warmUps = quick ? 1 : 10;
    this.rounds = quick ? 3 : 9;
  }

  void run() throws Exception {
    System.out.printf(
        Locale.ROOT,
        "Change of a property; %d interleaved rounds of %d after %d; median of the rounds' medians"
            + " [min-max]%n",
        rounds,
        operationsPerBlock,
        warmUps);
    onSqlite();
    onPostgres();
  }

  private void onSqlite() throws Exception {
    Path peer = Files.createDirectories(directory.resolve("jdbc"));
    String database = "jdbc:sqlite:" + peer.resolve("catalog.db");
    String withWal =
        "jdbc:sqlite:" + peer.resolve("catalog-wal.db") + "?journal_mode=WAL&synchronous=FULL";
    try (TenTables landfall = new LandfallTables(LandfallClient.open(directory.resolve("lake")));
        TenTables stock = peer("JdbcCatalog, SQLite as it comes", database, peer.resolve("a"));
        TenTables wal = peer("JdbcCatalog, SQLite with WAL", withWal, peer.resolve("b"))) {
      compare("SQLite", List.of(landfall, stock, wal));
    }
  }

  private void onPostgres() throws Exception {
    try (EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setRegisterShutdownHook(true)
            // Servers for tests come without.
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .start()) {
      String address = server.getJdbcUrl("postgres", "postgres");
      makeSchema(address, "peer");
      LandfallClient client =
          LandfallClient.builder()
              .uri(URI.create(address + "&currentSchema=landfall"))
              .warehouse(directory.resolve("warehouse"))
              .build();
      String peer = address + "&currentSchema=peer";
      try (TenTables landfall = new LandfallTables(client);
          TenTables stock = peer("JdbcCatalog, PostgreSQL", peer, directory.resolve("jdbc-pg"))) {
        compare("PostgreSQL", List.of(landfall, stock));
      }
    }
  }

  private static TenTables peer(String name, String database, Path warehouse) {
    JdbcCatalog catalog = JdbcCatalogs.open("peer", database, warehouse.toString());
    return new JdbcTables(name, catalog);
  }

  private static void makeSchema(String address, String name) throws SQLException {
    try (Connection connection = DriverManager.getConnection(address);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA " + name);
    }
  }

  private void compare(String store, List<TenTables> catalogs) throws Exception {
    report(store + ", one table", catalogs.stream().map(TenTables::one).toList());
    report(store + ", ten tables", catalogs.stream().map(TenTables::all).toList());
  }

  private void report(String what, List<Contestant> contestants) throws Exception {
    List<Contest.Result> results =
        new Contest(contestants, operationsPerBlock).run(warmUps, rounds);
    double own = results.get(0).wallMillis().median();
    TextTable table = new TextTable(what, "wall ms", "CPU ms", "it / Landfall");
    for (Contest.Result result : results) {
      table.add(
          result.name(),
          result.wallMillis().toString(),
          result.cpuMillis().toString(),
          Spread.number(result.wallMillis().median() / own));
    }
    System.out.println();
    System.out.print(table);
  }
}
