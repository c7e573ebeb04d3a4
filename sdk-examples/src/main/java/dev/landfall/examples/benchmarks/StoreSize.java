package dev.landfall.examples.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** How much the store of a closed catalog directory holds. */
record StoreSize(long rows, long bytes) {

  static StoreSize of(Path lake) throws SQLException, IOException {
    Path database = lake.resolve("catalog.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database)) {
      long rows = 0;
      for (String table : tables(connection)) {
        rows += count(connection, table);
      }
      return new StoreSize(rows, Files.size(database));
    }
  }

  private static List<String> tables(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT name FROM sqlite_master WHERE type = 'table'")) {
      List<String> names = new ArrayList<>();
      while (rows.next()) {
        names.add(rows.getString(1));
      }
      return names;
    }
  }

  private static long count(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM \"" + table + '"')) {
      return rows.getLong(1);
    }
  }
}
