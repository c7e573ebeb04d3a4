package dev.landfall.internal.engine;

import dev.landfall.catalog.NotFoundException;
import dev.landfall.model.CommitId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The table of commits whose tables cannot be read any more; its rows never change or go. */
final class ExpiredCommitRows {

  private static final String CONTAINS =
      "SELECT 1 FROM expired_commits WHERE line_id = ? AND seq = ?";

  private static final String NOT_EXPIRED =
      " NOT EXISTS (SELECT 1 FROM expired_commits e WHERE e.line_id = c.line_id AND e.seq = c.seq)";

  private static final String OLDER =
      "SELECT c.line_id, c.seq FROM commits c WHERE c.project_id = ? AND c.committed_at < ?"
          + " AND c.commit_id NOT IN (SELECT b.head FROM branches b WHERE b.project_id = ?) AND"
          + NOT_EXPIRED;

  private static final String INSERT =
      "INSERT INTO expired_commits (line_id, seq, checksum) VALUES (?, ?, ?)";

  private static final String NEWEST =
      "SELECT e.line_id, MAX(e.seq) FROM expired_commits e JOIN lines l ON l.line_id = e.line_id"
          + " WHERE l.project_id = ? GROUP BY e.line_id";

  /** A line counts while it has a branch or such a commit, or leads to a line that counts. */
  private static final String READABLE =
      "WITH RECURSIVE readable (line_id, seq) AS ("
          + " SELECT c.line_id, c.seq FROM commits c WHERE c.project_id = ? AND"
          + NOT_EXPIRED
          + "), counting (line_id) AS ("
          + " SELECT b.line_id FROM branches b WHERE b.project_id = ?"
          + " UNION SELECT r.line_id FROM readable r"
          + " UNION SELECT l.parent_line FROM lines l JOIN counting k ON k.line_id = l.line_id"
          + " WHERE l.parent_line IS NOT NULL)"
          + " SELECT line_id, seq FROM readable"
          + " UNION SELECT l.parent_line, l.parent_seq FROM lines l"
          + " JOIN counting k ON k.line_id = l.line_id WHERE l.parent_line IS NOT NULL";

  private ExpiredCommitRows() {}

  /**
   * Refuses a commit whose tables cannot be read.
   *
   * @throws NotFoundException if it has expired
   */
  static void requireReadable(SqlSession session, Position commit, CommitId id)
      throws SQLException {
    if (session.first(row -> true, CONTAINS, commit.line(), commit.seq()).isPresent()) {
      throw new NotFoundException(
          "The tables of commit " + id + " have expired and cannot be read; pin a branch again");
    }
  }

  /** Expires the commits before a time, except heads, and returns how many it were. */
  static long insertOlder(SqlSession session, long project, Instant time) throws SQLException {
    List<Position> older =
        session.list(Position::read, OLDER, project, time.toEpochMilli(), project);
    for (Position commit : older) {
      session.insert(INSERT, commit.line(), commit.seq());
    }
    return older.size();
  }

  /** Returns the last expired commit of each line that has one. */
  static Map<Long, Long> newestByLine(SqlSession session, long project) throws SQLException {
    Map<Long, Long> newest = new HashMap<>();
    for (Position commit : session.list(Position::read, NEWEST, project)) {
      newest.put(commit.line(), commit.seq());
    }
    return newest;
  }

  /**
   * Returns the places of each line at which its tables are read: those of commits that have not
   * expired, and those after which another line begins that leads to such a commit or a branch.
   */
  static Map<Long, NavigableSet<Long>> readableByLine(SqlSession session, long project)
      throws SQLException {
    Map<Long, NavigableSet<Long>> readable = new HashMap<>();
    for (Position place : session.list(Position::read, READABLE, project, project)) {
      readable.computeIfAbsent(place.line(), line -> new TreeSet<>()).add(place.seq());
    }
    return readable;
  }
}
