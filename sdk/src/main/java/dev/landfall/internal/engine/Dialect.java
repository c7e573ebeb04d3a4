package dev.landfall.internal.engine;

import dev.landfall.catalog.CatalogException;
import dev.landfall.model.BranchName;
import java.sql.SQLException;

/** What differs between the databases that a catalog can lie in. Stateless. */
interface Dialect {

  /** The beginning of a query: skips from name to name of a line, by index. */
  String NAMES_AFTER =
      """
      WITH RECURSIVE names (table_name) AS (
        SELECT MIN(p.table_name) FROM table_pointers p WHERE p.line_id = ? AND p.table_name > ?
        UNION ALL
        SELECT (SELECT MIN(p.table_name) FROM table_pointers p
                WHERE p.line_id = ? AND p.table_name > names.table_name)
        FROM names WHERE names.table_name IS NOT NULL
      )
      """;

  /** Returns the statement that begins the database transaction of a writer. */
  String begin();

  /**
   * Returns the query for the pointers of a line in the order of their names; its parameters are
   * the line, the name to begin after, the line three times, a sequence number, and a limit.
   */
  String pointersAfterName();

  /**
   * Keeps every other writer away from a branch until the transaction ends. What the transaction
   * reads from then on is the newest state of the branch.
   *
   * @param wait whether to wait for another writer, within the time limit of the connection, or to
   *     fail at once with what {@link #isLocked} knows
   * @return false if there is no such branch
   */
  boolean lockBranch(SqlSession session, long project, BranchName branch, boolean wait)
      throws SQLException;

  /**
   * Keeps every other writer from creating branches in a project until the transaction ends. What
   * the transaction reads from then on are all its branches.
   *
   * @param wait as for {@link #lockBranch}
   */
  void lockProject(SqlSession session, long project, boolean wait) throws SQLException;

  /** Returns whether a failure says that another writer holds a lock. */
  boolean isLocked(SQLException failure);

  /**
   * Returns whether a failure may come of what another writer did at the same time, so that running
   * the same mutation again can succeed.
   */
  boolean isRace(SQLException failure);

  /** Returns whether a failure ended the connection. */
  boolean isLost(SQLException failure);

  /**
   * Returns whether a connection that failed can be replaced by a new one, because the database
   * answers for what is durable. If not, a failed database commit ends the writing.
   */
  boolean canReconnect();

  /**
   * Makes the exception of a call that had no effect.
   *
   * @param task what was tried, to stand after "Cannot"
   */
  CatalogException definite(String task, SQLException failure);
}
