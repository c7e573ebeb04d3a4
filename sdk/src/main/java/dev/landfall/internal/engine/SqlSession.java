package dev.landfall.internal.engine;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A connection and its prepared statements, each prepared once. Used by one thread at a time. */
final class SqlSession implements AutoCloseable {

  /** Makes a value of the current row. */
  @FunctionalInterface
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  @FunctionalInterface
  private interface Execution<T> {
    T run(PreparedStatement statement) throws SQLException;
  }

  private final Connection connection;
  private final Dialect dialect;
  private final Map<String, PreparedStatement> statements = new HashMap<>();
  private long rowsWritten;
  private boolean lost;

  SqlSession(Connection connection, Dialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  Dialect dialect() {
    return dialect;
  }

  Connection connection() {
    return connection;
  }

  /** Returns how many rows this session has inserted, updated and deleted so far. */
  long rowsWritten() {
    return rowsWritten;
  }

  /** Reads the first row, if there is one. */
  <T> Optional<T> first(RowReader<T> reader, String sql, @Nullable Object... parameters)
      throws SQLException {
    return run(
        statement -> {
          try (ResultSet rows = statement.executeQuery()) {
            return rows.next() ? Optional.of(reader.read(rows)) : Optional.empty();
          }
        },
        sql,
        parameters);
  }

  /** Reads all rows. */
  <T> List<T> list(RowReader<T> reader, String sql, @Nullable Object... parameters)
      throws SQLException {
    return run(
        statement -> {
          List<T> values = new ArrayList<>();
          try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
              values.add(reader.read(rows));
            }
          }
          return values;
        },
        sql,
        parameters);
  }

  /** Counts the rows that a reader finds so, one after the other. */
  long count(RowReader<Boolean> reader, String sql) throws SQLException {
    return run(
        statement -> {
          long found = 0;
          try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
              found += reader.read(rows) ? 1 : 0;
            }
          }
          return found;
        },
        sql);
  }

  /** Writes rows. */
  void write(String sql, @Nullable Object... parameters) throws SQLException {
    rowsWritten += run(PreparedStatement::executeUpdate, sql, parameters);
  }

  /** Inserts a row of the given values and, as its last value, their checksum. */
  void insert(String sql, @Nullable Object... values) throws SQLException {
    write(sql, withChecksum(values));
  }

  /** Inserts like {@link #insert}, with a statement that ends in RETURNING and a number. */
  long insertReturning(String sql, @Nullable Object... values) throws SQLException {
    return writeReturning(sql, withChecksum(values));
  }

  private static @Nullable Object[] withChecksum(@Nullable Object... values) {
    @Nullable Object[] row = Arrays.copyOf(values, values.length + 1);
    row[values.length] = RowChecksum.of(values);
    return row;
  }

  /** Writes one row with a statement that ends in RETURNING and a number. */
  long writeReturning(String sql, @Nullable Object... parameters) throws SQLException {
    long number =
        first(row -> row.getLong(1), sql, parameters)
            .orElseThrow(() -> new SQLException("The statement wrote no row: " + sql));
    rowsWritten++;
    return number;
  }

  /** Executes a statement that has neither parameters nor a result. */
  void execute(String sql) throws SQLException {
    run(PreparedStatement::execute, sql);
  }

  /** Returns whether the connection has ended, or was given up. */
  boolean lost() {
    return lost;
  }

  /**
   * Ends a connection that can be replaced by another one, and with it the transaction that it is
   * in, for nobody knows any more how it stands.
   */
  void giveUp() {
    if (dialect.canReconnect() && !lost) {
      lost = true;
      Opening.closeLogged(this);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  private <T> T run(Execution<T> execution, String sql, @Nullable Object... parameters)
      throws SQLException {
    try {
      return execution.run(bind(sql, parameters));
    } catch (SQLException e) {
      lost |= dialect.isLost(e);
      drop(sql, e);
      throw e;
    }
  }

  private PreparedStatement bind(String sql, @Nullable Object... parameters) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      statements.put(sql, statement);
    }
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }

  /** Forgets a statement that failed: the driver may have closed it. */
  private void drop(String sql, SQLException reason) {
    PreparedStatement dropped = statements.remove(sql);
    if (dropped == null) {
      return;
    }
    try {
      dropped.close();
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }
}
