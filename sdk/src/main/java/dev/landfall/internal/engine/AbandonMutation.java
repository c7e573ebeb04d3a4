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
    return CommitRows.landed(session, project.id(), found.get(), sha256);
  }
}
