package dev.landfall.internal.engine;

import dev.landfall.catalog.DeleteBranchAnswer;
import dev.landfall.internal.engine.ProjectRows.Project;
import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import java.sql.SQLException;
import java.util.Optional;

/** Deletes a branch. Its line, its commits and their operations stay. */
record DeleteBranchMutation(Project project, BranchName branch, CommitId expectedHead)
    implements Mutation<DeleteBranchAnswer> {

  @Override
  public DeleteBranchAnswer apply(WriteContext context) throws SQLException {
    SqlSession session = context.session();
    if (!context.lockBranch(project.id(), branch)) {
      throw BranchRows.notFound(project, branch);
    }
    CommitId head = BranchRows.requireHead(session, project, branch).head();
    if (!head.equals(expectedHead)) {
      return new DeleteBranchAnswer.BranchMoved(head);
    }
    context.reached(Step.CHECKED);
    BranchRows.delete(session, project.id(), branch);
    context.reached(Step.BRANCH_WRITTEN);
    return new DeleteBranchAnswer.Deleted();
  }

  @Override
  public Optional<HeadMirror.Branch> moves() {
    return Optional.of(new HeadMirror.Branch(project.id(), branch));
  }

  @Override
  public void reflect(DeleteBranchAnswer answer, HeadMirror mirror) {
    if (answer instanceof DeleteBranchAnswer.Deleted) {
      mirror.deleted(new HeadMirror.Branch(project.id(), branch));
    }
  }
}
