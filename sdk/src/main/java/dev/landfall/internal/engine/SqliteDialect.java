package dev.landfall.internal.engine;

import dev.landfall.catalog.CatalogException;
import dev.landfall.model.BranchName;
import java.sql.SQLException;

/** SQLite: one process writes, through one connection, so nothing happens beside a transaction. */
final class SqliteDialect implements Dialect {

  /**
   * Skips from name to name, and from each to its greatest sequence number within the bound, so
   * that the versions in between cost nothing.
   */
  private static final String POINTERS_AFTER_NAME =
      NAMES_AFTER
          + """
      SELECT p.table_name, p.table_id, p.metadata_location
      FROM names CROSS JOIN table_pointers p
      WHERE p.line_id = ? AND p.table_name = names.table_name
        AND p.seq = (SELECT MAX(q.seq) FROM table_pointers q
                     WHERE q.line_id = ? AND q.table_name = names.table_name AND q.seq <= ?)
      LIMIT ?""";

  @Override
  public String begin() {
    return "BEGIN IMMEDIATE";
  }

  @Override
  public String pointersAfterName() {
    return POINTERS_AFTER_NAME;
  }

  @Override
  public boolean lockBranch(SqlSession session, long project, BranchName branch, boolean wait) {
    // The transaction holds the whole database.
    return true;
  }

  @Override
  public void lockProject(SqlSession session, long project, boolean wait) {
    // The transaction holds the whole database.
  }

  @Override
  public boolean isLocked(SQLException failure) {
    return false;
  }

  @Override
  public boolean isRace(SQLException failure) {
    return false;
  }

  @Override
  public boolean isLost(SQLException failure) {
    return false;
  }

  @Override
  public boolean canReconnect() {
    return false;
  }

  @Override
  public CatalogException definite(String task, SQLException failure) {
    return SqliteErrors.definite(task, failure);
  }
}
