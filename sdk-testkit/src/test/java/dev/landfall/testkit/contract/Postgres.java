package dev.landfall.testkit.contract;

import dev.landfall.catalog.Catalog;
import dev.landfall.internal.engine.PostgresCatalog;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;

/**
 * One PostgreSQL server for the contract's tests, or the running one that the property {@code
 * landfall.test.postgres} names.
 */
public final class Postgres {

  private static final String RUNNING = System.getProperty("landfall.test.postgres");

  private Postgres() {}

  /** Opens a catalog whose files lie in a directory; each directory has one of its own. */
  static Catalog open(Path directory) {
    String path = directory.toString();
    UUID schema = UUID.nameUUIDFromBytes(path.getBytes(StandardCharsets.UTF_8));
    return PostgresCatalog.open(
        PostgresCatalog.Settings.of(
            URI.create(
                address()
                    + "&currentSchema=t"
                    + schema.toString().replace("-", "")
                    + "&warehouse="
                    + URLEncoder.encode(path, StandardCharsets.UTF_8))));
  }

  /** Makes a database of its own, and returns its JDBC address, which names a user. */
  public static String newDatabase() throws SQLException {
    String name = "d" + UUID.randomUUID().toString().replace("-", "");
    try (Connection connection = DriverManager.getConnection(address());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    }
    return address().replaceFirst("/[^/?]*[?]", "/" + name + "?");
  }

  private static String address() {
    return RUNNING == null ? Started.ADDRESS : RUNNING;
  }

  private static final class Started {

    static final String ADDRESS = start();

    private static String start() {
      try {
        return EmbeddedPostgres.builder()
            .setPGStartupWait(Duration.ofSeconds(60))
            .setRegisterShutdownHook(true)
            .start()
            .getJdbcUrl("postgres", "postgres");
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot start PostgreSQL for the tests", e);
      }
    }
  }
}
