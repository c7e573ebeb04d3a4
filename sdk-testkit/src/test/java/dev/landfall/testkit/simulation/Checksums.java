package dev.landfall.testkit.simulation;

import dev.landfall.internal.engine.RowChecksum;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Makes the rows of a planted bug look as if the engine itself had written them. */
final class Checksums {

  private Checksums() {}

  /** Sums all rows of a table anew, of which the first two columns are the key. */
  static void renew(Connection connection, String table, String columns) throws SQLException {
    String[] names = columns.split(", ");
    try (Statement select = connection.createStatement();
        ResultSet rows = select.executeQuery("SELECT " + columns + " FROM " + table);
        PreparedStatement update =
            connection.prepareStatement(
                "UPDATE %s SET checksum = ? WHERE %s = ? AND %s = ?"
                    .formatted(table, names[0], names[1]))) {
      while (rows.next()) {
        Object[] values = new Object[names.length];
        for (int i = 0; i < values.length; i++) {
          values[i] = rows.getObject(i + 1);
        }
        update.setLong(1, RowChecksum.of(values));
        update.setObject(2, values[0]);
        update.setObject(3, values[1]);
        update.addBatch();
      }
      update.executeBatch();
    }
  }
}
