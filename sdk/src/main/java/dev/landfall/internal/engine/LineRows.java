package dev.landfall.internal.engine;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The table of lines, on which commits lie. */
final class LineRows {

  private static final String PARENT =
      "SELECT parent_line, parent_seq FROM lines WHERE line_id = ? AND parent_line IS NOT NULL";
  private static final String INSERT =
      "INSERT INTO lines (project_id, parent_line, parent_seq, checksum) VALUES (?, ?, ?, ?)"
          + " RETURNING line_id";

  private LineRows() {}

  /** Makes the first line of a project. */
  static long insertFirst(SqlSession session, long project) throws SQLException {
    return session.insertReturning(INSERT, project, null, null);
  }

  /** Makes a line that begins after a commit of another one. */
  static long insertAfter(SqlSession session, long project, Position commit) throws SQLException {
    return session.insertReturning(INSERT, project, commit.line(), commit.seq());
  }

  /** Returns the commit before the first one of a line. */
  static Optional<Position> parent(SqlSession session, long line) throws SQLException {
    return session.first(Position::read, PARENT, line);
  }

  /**
   * Returns the stretches of lines that lead to a commit, by their last commits, youngest first.
   */
  static List<Position> stretches(SqlSession session, Position commit) throws SQLException {
    List<Position> stretches = new ArrayList<>();
    Optional<Position> last = Optional.of(commit);
    while (last.isPresent()) {
      stretches.add(last.get());
      last = parent(session, last.get().line());
    }
    return stretches;
  }
}
