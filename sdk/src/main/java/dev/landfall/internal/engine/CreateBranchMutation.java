package dev.landfall.internal.engine;

import dev.landfall.catalog.AlreadyExistsException;
import dev.landfall.internal.engine.ProjectRows.Project;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitId;
import java.sql.SQLException;
import java.util.UUID;

/** Creates a branch at a commit: a line that begins after it. */
record CreateBranchMutation(Project project, BranchName branch, CommitId from)
    implements Mutation<BranchState> {

  @Override
  public BranchState apply(WriteContext context) throws SQLException {
    SqlSession session = context.session();
    Position commit = CommitRows.requirePosition(session, project.id(), from);
    if (BranchRows.head(session, project.id(), branch).isPresent()) {
      throw new AlreadyExistsException(
          "There is a branch '"
              + branch
              + "' in project '"
              + project.info().name()
              + "' already; use it, or choose another name");
    }
    context.reached(Step.CHECKED);
    long line = LineRows.insertAfter(session, project.id(), commit);
    // Asked now, as the new line may have waited for another process that expires commits.
    ExpiredCommitRows.requireReadable(session, commit, from);
    BranchRows.insert(session, project.id(), branch, UUID.randomUUID(), line, from);
    context.reached(Step.BRANCH_WRITTEN);
    return BranchRows.requireState(session, project, branch);
  }
}
