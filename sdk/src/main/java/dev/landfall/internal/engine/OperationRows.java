package dev.landfall.internal.engine;

import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.model.CommitId;
import dev.landfall.model.OperationId;
import java.sql.SQLException;
import java.util.Optional;

/** The table of operations that landed or were abandoned; its rows never change or go. */
final class OperationRows {

  /** What is known of an operation. */
  record Operation(OperationId id, String requestSha256, boolean abandoned) {

    /**
     * Returns the commit that a landed operation made.
     *
     * @throws OperationMismatchException if it was another request that landed
     */
    CommitId commitOf(String sha256) {
      if (!requestSha256.equals(sha256)) {
        throw new OperationMismatchException(
            "Operation "
                + id
                + " was published with another request (sha256 "
                + requestSha256
                + ", not "
                + sha256
                + "); an operation id is used for one request only, start a new commit");
      }
      return new CommitId(requestSha256);
    }
  }

  private static final String LANDED = "landed";
  private static final String ABANDONED = "abandoned";
  private static final String FIND =
      "SELECT request_sha256, state FROM operations WHERE project_id = ? AND operation_id = ?";
  private static final String INSERT =
      "INSERT INTO operations (project_id, operation_id, request_sha256, state, checksum)"
          + " VALUES (?, ?, ?, ?, ?)";

  private OperationRows() {}

  static Optional<Operation> find(SqlSession session, long project, OperationId id)
      throws SQLException {
    return session.first(
        row -> new Operation(id, row.getString(1), row.getString(2).equals(ABANDONED)),
        FIND,
        project,
        id.toString());
  }

  static void insertLanded(SqlSession session, long project, OperationId id, CommitId commit)
      throws SQLException {
    session.insert(INSERT, project, id.toString(), commit.value(), LANDED);
  }

  static void insertAbandoned(SqlSession session, long project, OperationId id, String sha256)
      throws SQLException {
    session.insert(INSERT, project, id.toString(), sha256, ABANDONED);
  }
}
