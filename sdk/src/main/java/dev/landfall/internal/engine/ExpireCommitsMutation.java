package dev.landfall.internal.engine;

import dev.landfall.internal.engine.ProjectRows.Project;
import java.sql.SQLException;
import java.time.Instant;

/** Expires old commits, and deletes the pointers that none of the others sees. */
record ExpireCommitsMutation(Project project, Instant committedBefore) implements Mutation<Long> {

  @Override
  public Long apply(WriteContext context) throws SQLException {
    SqlSession session = context.session();
    // A branch that is created meanwhile would begin at a commit whose pointers go.
    context.lockProject(project.id());
    context.reached(Step.CHECKED);
    long expired = ExpiredCommitRows.insertOlder(session, project.id(), committedBefore);
    if (expired > 0) {
      new UnseenPointers(session, project.id()).delete();
      context.reached(Step.POINTERS_WRITTEN);
    }
    return expired;
  }
}
