package dev.landfall.internal.engine;

import dev.landfall.internal.engine.OperationRows.Operation;
import dev.landfall.internal.engine.ProjectRows.Project;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import java.sql.SQLException;
import java.util.Optional;

/** Fences an operation that has not landed; answers the commit of one that has. */
record AbandonMutation(Project project, OperationId operation, String sha256)
    implements Mutation<Optional<CommitInfo>> {

  @Override
  public Optional<CommitInfo> apply(WriteContext context) throws SQLException {
    SqlSession session = context.session();
    Optional<Operation> found = OperationRows.find(session, project.id(), operation);
    if (found.isEmpty()) {
      context.reached(Step.CHECKED);
      OperationRows.insertAbandoned(session, project.id(), operation, sha256);
      context.reached(Step.OPERATION_WRITTEN);
      return Optional.empty();
    }
    return landed(session, project, found.get(), sha256);
  }

  /** Returns the commit of an operation; empty if the operation is abandoned. */
  static Optional<CommitInfo> landed(
      SqlSession session, Project project, Operation operation, String sha256) throws SQLException {
    return operation.abandoned()
        ? Optional.empty()
        : Optional.of(CommitRows.require(session, project.id(), operation.commitOf(sha256)));
  }
}
