package dev.landfall.examples.benchmarks;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** The floor of a catalog on SQLite: inserts one row in a transaction of its own, durably. */
final class SqliteCommit implements Contestant, AutoCloseable {

  private final Connection connection;
  private final PreparedStatement insert;
  private final int bytes;

  private SqliteCommit(Connection connection, PreparedStatement insert, int bytes) {
    this.connection = connection;
    this.insert = insert;
    this.bytes = bytes;
  }

  static SqliteCommit open(Path database, int bytes) throws SQLException {
    Connection connection =
        DriverManager.getConnection(
            "jdbc:sqlite:" + database + "?journal_mode=WAL&synchronous=FULL");
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE records (id INTEGER PRIMARY KEY, record BLOB NOT NULL)");
    }
    PreparedStatement insert =
        connection.prepareStatement("INSERT INTO records (record) VALUES (?)");
    insert.setBytes(1, new byte[bytes]);
    return new SqliteCommit(connection, insert, bytes);
  }

  @Override
  public String name() {
    return "floor: SQLite commit of " + bytes + " bytes";
  }

  @Override
  public void run() throws SQLException {
    insert.executeUpdate();
  }

  @Override
  public void close() throws SQLException {
    try (connection) {
      insert.close();
    }
  }
}
