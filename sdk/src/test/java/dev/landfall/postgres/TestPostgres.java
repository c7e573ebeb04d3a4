package dev.landfall.postgres;

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
 * One PostgreSQL server for all tests of this JVM, started when it is first asked for. The property
 * {@code landfall.test.postgres} names another one that runs already, by a JDBC address with a user
 * who may do everything and needs no password.
 */
public final class TestPostgres {

  private static final String RUNNING = System.getProperty("landfall.test.postgres");

  private TestPostgres() {}

  /** Returns the address of a catalog of its own for a directory, in which its files lie. */
  public static URI catalog(Path directory) {
    return URI.create(
        server()
            + "&currentSchema="
            + schema(directory)
            + "&warehouse="
            + URLEncoder.encode(directory.toString(), StandardCharsets.UTF_8));
  }

  /** Returns the name of the database schema of that catalog. */
  public static String schema(Path directory) {
    byte[] path = directory.toString().getBytes(StandardCharsets.UTF_8);
    return "t" + UUID.nameUUIDFromBytes(path).toString().replace("-", "");
  }

  /** Returns the JDBC address of the server, with a user. */
  public static String server() {
    return RUNNING == null ? Started.ADDRESS : RUNNING;
  }

  /** Connects as an administrator. */
  public static Connection connect() throws SQLException {
    return DriverManager.getConnection(server());
  }

  /** Executes a statement as an administrator. */
  public static void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static final class Started {

    static final String ADDRESS = start();

    private static String start() {
      try {
        EmbeddedPostgres server =
            EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                // What the JVM starts it also ends, and removes.
                .setRegisterShutdownHook(true)
                .start();
        return server.getJdbcUrl("postgres", "postgres");
      } catch (IOException e) {
        throw new UncheckedIOException(
            "Cannot start PostgreSQL for the tests; root needs 'unshare -U' for it. Run the tests as"
                + " another user, or name a running server by -Dlandfall.test.postgres=jdbc:...",
            e);
      }
    }
  }
}
