package dev.landfall.internal.engine;

import dev.landfall.catalog.CatalogDamagedException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.sqlite.SQLiteConfig;

/** Opens connections to a SQLite file, set up so that a committed write is durable. */
final class SqliteDatabase {

  /** What a connection may do. */
  enum Access {
    /** Read and write; creates the file. */
    WRITE,
    /** Read what others commit; needs the right to write to the directory. */
    READ,
    /** Read a file that nobody changes, without any other right. */
    READ_UNCHANGING
  }

  private static final int BUSY_MILLIS = 5000;

  /** Up to this size a database is checked as a whole on opening; beyond it, as it is read. */
  private static final long MOST_CHECKED_BYTES = 16L * 1024 * 1024;

  private static final Dialect DIALECT = new SqliteDialect();

  private final Path file;

  SqliteDatabase(Path file) {
    this.file = file;
  }

  Dialect dialect() {
    return DIALECT;
  }

  SqlSession open(Access access) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(BUSY_MILLIS);
    config.setGetGeneratedKeys(false);
    config.setReadOnly(access != Access.WRITE);
    Connection connection = config.createConnection(url(access));
    SqlSession session = new SqlSession(connection, DIALECT);
    try {
      if (access == Access.WRITE) {
        prepareWriter(session);
      }
      return session;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * Checks a small database as a whole: its structure, its indexes, and every row.
   *
   * @throws CatalogDamagedException if anything is not as it was written
   */
  static void checkIfSmall(SqlSession session, String where) throws SQLException {
    long bytes = number(session, "PRAGMA page_count") * number(session, "PRAGMA page_size");
    if (bytes > MOST_CHECKED_BYTES) {
      return;
    }
    Optional<String> finding = finding(session);
    if (finding.isPresent()) {
      throw new CatalogDamagedException(
          "The database of the catalog at "
              + where
              + " is damaged ("
              + finding.get()
              + "); restore it from a backup");
    }
  }

  private static Optional<String> finding(SqlSession session) throws SQLException {
    String structure = text(session, "PRAGMA integrity_check(1)");
    if (!structure.equals("ok")) {
      return Optional.of(structure);
    }
    Optional<String> lost = session.first(row -> row.getString(1), "PRAGMA foreign_key_check");
    return lost.isPresent()
        ? lost.map(table -> "rows are gone to which rows of " + table + " refer")
        : RowCheck.finding(session);
  }

  /** Moves the commits of the write-ahead log into the database, as far as readers let it. */
  static void checkpoint(SqlSession session) throws SQLException {
    number(session, "PRAGMA wal_checkpoint(PASSIVE)");
  }

  /** Lets the commits of a writer return unsynced; the log stays synced before it is moved. */
  static void commitWithoutSync(SqlSession session) throws SQLException {
    session.execute("PRAGMA synchronous = NORMAL");
  }

  private static void prepareWriter(SqlSession session) throws SQLException {
    String mode = text(session, "PRAGMA journal_mode = WAL");
    if (!mode.equals("wal")) {
      throw new SQLException("SQLite cannot keep a write-ahead log here, it answers " + mode);
    }
    session.execute("PRAGMA synchronous = FULL");
    // On macOS only this reaches the disk; other systems ignore it.
    session.execute("PRAGMA fullfsync = ON");
    session.execute("PRAGMA checkpoint_fullfsync = ON");
    session.execute("PRAGMA foreign_keys = ON");
  }

  private String url(Access access) {
    String uri = "jdbc:sqlite:" + file.toUri();
    return access == Access.READ_UNCHANGING ? uri + "?immutable=1" : uri;
  }

  private static long number(SqlSession session, String pragma) throws SQLException {
    return session.first(row -> row.getLong(1), pragma).orElse(0L);
  }

  private static String text(SqlSession session, String pragma) throws SQLException {
    return session.first(row -> row.getString(1), pragma).orElse("no answer");
  }
}
