package dev.landfall.internal.engine;

import dev.landfall.catalog.CatalogException;
import dev.landfall.model.BranchName;
import java.sql.SQLException;
import java.util.Set;

/**
 * PostgreSQL: many processes write. What keeps them apart is the lock of the branch's row; each
 * statement after it sees what others have committed until then. Two that add the same name or
 * operation meet at its unique key: the later one fails, and finds the other's row when it is run
 * again.
 */
final class PostgresDialect implements Dialect {

  private static final String LOCK =
      "SELECT 1 FROM branches WHERE project_id = ? AND name = ? FOR UPDATE";
  private static final String NO_WAIT = " NOWAIT";

  /** Collides with the lock that the foreign key of a new line takes. */
  private static final String LOCK_PROJECT =
      "SELECT 1 FROM projects WHERE project_id = ? FOR UPDATE";

  /** Skips from name to name, and finds the newest pointer of each within the bound by index. */
  private static final String POINTERS_AFTER_NAME =
      NAMES_AFTER
          + """
      , page AS (
        SELECT newest.table_name, newest.table_id, newest.metadata_location
        FROM names CROSS JOIN LATERAL (
          SELECT p.table_name, p.table_id, p.metadata_location FROM table_pointers p
          WHERE p.line_id = ? AND p.line_id = ? AND p.table_name = names.table_name AND p.seq <= ?
          ORDER BY p.seq DESC LIMIT 1) newest
        LIMIT ?
      )
      SELECT table_name, table_id, metadata_location FROM page ORDER BY table_name""";

  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final Set<String> RACES =
      Set.of(
          "23505", // unique violation
          "40001", // serialization failure
          "40P01"); // deadlock
  private static final Set<String> ENDS_OF_CONNECTION =
      Set.of(
          "25P03", // idle in a transaction for too long
          "57P01", // shut down by an administrator
          "57P02", // shut down after a crash
          "57P03", // starting up, or shutting down
          "57P05"); // idle for too long

  @Override
  public String begin() {
    return "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";
  }

  @Override
  public String pointersAfterName() {
    return POINTERS_AFTER_NAME;
  }

  @Override
  public boolean lockBranch(SqlSession session, long project, BranchName branch, boolean wait)
      throws SQLException {
    return session
        .first(row -> row.getInt(1), wait ? LOCK : LOCK + NO_WAIT, project, branch.value())
        .isPresent();
  }

  @Override
  public void lockProject(SqlSession session, long project, boolean wait) throws SQLException {
    session.first(row -> row.getInt(1), wait ? LOCK_PROJECT : LOCK_PROJECT + NO_WAIT, project);
  }

  @Override
  public boolean isLocked(SQLException failure) {
    return LOCK_NOT_AVAILABLE.equals(failure.getSQLState());
  }

  @Override
  public boolean isRace(SQLException failure) {
    return failure.getSQLState() != null && RACES.contains(failure.getSQLState());
  }

  @Override
  public boolean isLost(SQLException failure) {
    String state = failure.getSQLState();
    return state != null && (state.startsWith("08") || ENDS_OF_CONNECTION.contains(state));
  }

  @Override
  public boolean canReconnect() {
    return true;
  }

  @Override
  public CatalogException definite(String task, SQLException failure) {
    return PostgresErrors.definite(task, failure);
  }
}
