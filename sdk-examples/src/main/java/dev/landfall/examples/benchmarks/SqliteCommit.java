package dev.landfall.examples.benchmarks;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** The floor of a catalog on SQLite: inserts one row of a kilobyte, durably. */
final class SqliteCommit implements Contestant, AutoCloseable {

  private final Connection connection;
  private final PreparedStatement insert;

  private SqliteCommit(Connection connection, PreparedStatement insert) {
    this.connection = connection;
    this.insert = insert;
  }

  static SqliteCommit open(Path database) throws SQLException {
    Connection connection =
        DriverManager.getConnection(
            "jdbc:sqlite:" + database + "?journal_mode=WAL&synchronous=FULL");
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE records (id INTEGER PRIMARY KEY, record BLOB NOT NULL)");
    }
    PreparedStatement insert =
        connection.prepareStatement("INSERT INTO records (record) VALUES (?)");
    insert.setBytes(1, new byte[1024]);
    return new SqliteCommit(connection, insert);
  }

  @Override
  public String name() {
    return "floor: SQLite commit of 1 KB";
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
