package dev.landfall.internal.engine;

import dev.landfall.catalog.NotFoundException;
import dev.landfall.internal.engine.ProjectRows.Project;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The table of branches: names bound to lines and head commits. */
final class BranchRows {

  /**
   * What a writer needs to know of a branch.
   *
   * @param line on which its next commit will lie
   * @param headPosition where its head lies: on the same line, or where the line begins
   */
  record Head(
      UUID branchId, long line, Position headPosition, CommitId head, Instant headCommittedAt) {}

  private static final String JOINED =
      " FROM branches b JOIN commits c ON c.project_id = b.project_id AND c.commit_id = b.head"
          + " WHERE b.project_id = ?";
  private static final String HEAD =
      "SELECT b.branch_id, b.line_id, c.line_id, c.seq, c.commit_id, c.committed_at"
          + JOINED
          + " AND b.name = ?";
  private static final String STATE =
      "SELECT b.name, b.branch_id, " + CommitRows.INFO_COLUMNS + JOINED;
  private static final String STATE_BY_NAME = STATE + " AND b.name = ?";
  private static final String STATES_AFTER_NAME = STATE + " AND b.name > ? ORDER BY b.name LIMIT ?";
  private static final String INSERT =
      "INSERT INTO branches (project_id, name, branch_id, line_id, head, checksum)"
          + " VALUES (?, ?, ?, ?, ?, ?)";
  private static final String MOVE =
      "UPDATE branches SET head = ?, checksum = ? WHERE project_id = ? AND name = ?";
  private static final String DELETE = "DELETE FROM branches WHERE project_id = ? AND name = ?";

  private BranchRows() {}

  static Optional<Head> head(SqlSession session, long project, BranchName name)
      throws SQLException {
    return session.first(BranchRows::readHead, HEAD, project, name.value());
  }

  static Head requireHead(SqlSession session, Project project, BranchName name)
      throws SQLException {
    return head(session, project.id(), name).orElseThrow(() -> notFound(project, name));
  }

  static BranchState requireState(SqlSession session, Project project, BranchName name)
      throws SQLException {
    return session
        .first(row -> readState(project, row), STATE_BY_NAME, project.id(), name.value())
        .orElseThrow(() -> notFound(project, name));
  }

  /** Lists at most {@code limit} branches after a name. */
  static List<BranchState> after(SqlSession session, Project project, String name, int limit)
      throws SQLException {
    return session.list(
        row -> readState(project, row), STATES_AFTER_NAME, project.id(), name, limit);
  }

  static void insert(
      SqlSession session, long project, BranchName name, UUID branchId, long line, CommitId head)
      throws SQLException {
    session.insert(INSERT, project, name.value(), branchId.toString(), line, head.value());
  }

  /** Moves a branch from its head to the next commit of its line. */
  static void move(SqlSession session, long project, BranchName name, Head from, CommitId to)
      throws SQLException {
    long checksum =
        RowChecksum.of(project, name.value(), from.branchId().toString(), from.line(), to.value());
    session.write(MOVE, to.value(), checksum, project, name.value());
  }

  static void delete(SqlSession session, long project, BranchName name) throws SQLException {
    session.write(DELETE, project, name.value());
  }

  private static Head readHead(ResultSet row) throws SQLException {
    return new Head(
        UUID.fromString(row.getString(1)),
        row.getLong(2),
        new Position(row.getLong(3), row.getLong(4)),
        new CommitId(row.getString(5)),
        Instant.ofEpochMilli(row.getLong(6)));
  }

  private static BranchState readState(Project project, ResultSet row) throws SQLException {
    return new BranchState(
        project.info(),
        new BranchName(row.getString(1)),
        UUID.fromString(row.getString(2)),
        CommitRows.info(row, 3));
  }

  static NotFoundException notFound(Project project, BranchName name) {
    return new NotFoundException(
        "There is no branch '"
            + name
            + "' in project '"
            + project.info().name()
            + "'; create it, or check the name");
  }
}
