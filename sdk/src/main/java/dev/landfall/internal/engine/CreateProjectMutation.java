package dev.landfall.internal.engine;

import dev.landfall.internal.engine.ProjectRows.Project;
import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.UUID;

/** Creates a project, its first commit, and the branch {@code main} at that. */
record CreateProjectMutation(ProjectName name, String location) implements Mutation<ProjectInfo> {

  @Override
  public ProjectInfo apply(WriteContext context) throws SQLException {
    SqlSession session = context.session();
    if (ProjectRows.find(session, name).isPresent()) {
      throw ProjectRows.alreadyExists(name);
    }
    context.reached(Step.CHECKED);
    Project project = ProjectRows.insert(session, new ProjectInfo(name, location, context.now()));
    byte[] birth = birth(UUID.randomUUID());
    CommitId first = new CommitId(Sha256.hex(birth));
    Position position = new Position(LineRows.insertFirst(session, project.id()), 0);
    CommitRows.insert(
        session, project.id(), position, first, null, project.info().createdAt(), birth);
    context.reached(Step.COMMIT_WRITTEN);
    BranchRows.insert(
        session, project.id(), BranchName.MAIN, UUID.randomUUID(), position.line(), first);
    context.reached(Step.BRANCH_WRITTEN);
    return project.info();
  }

  /** The text that stands in for a request, so that no two projects begin with one commit id. */
  private byte[] birth(UUID random) {
    return ("first commit of project " + name + "\n" + random + "\n")
        .getBytes(StandardCharsets.UTF_8);
  }
}
