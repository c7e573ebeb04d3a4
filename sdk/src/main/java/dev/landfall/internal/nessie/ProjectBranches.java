package dev.landfall.internal.nessie;

import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.BranchName;
import dev.landfall.model.ProjectName;
import java.util.List;
import java.util.Optional;

/**
 * Which Nessie branches are those of a project. That of the repository itself has the ones without
 * a slash in their names, any other one those below its own name, so that no branch is in two. The
 * project's record says which it is, and is read once.
 */
record ProjectBranches(NessieApi api, Projects projects) {

  private static final String BRANCHES = "refType == 'BRANCH' && ";

  /**
   * Returns the Nessie branch of a branch.
   *
   * @throws dev.landfall.catalog.NotFoundException if there is no such project
   * @throws dev.landfall.catalog.NotSupportedException if the branch can have no such name
   */
  String of(ProjectName project, BranchName branch) {
    return projects.isRoot(project)
        ? RefNames.rootBranch(branch)
        : RefNames.branch(project, branch);
  }

  /** Returns the Nessie branch that a request is for. */
  String of(PublishRequest request) {
    return of(request.project(), request.content().branch());
  }

  /** Lists the Nessie branches of a project. */
  List<Reference> list(ProjectName project) {
    return api.referencesWhere(
        projects.isRoot(project)
            ? BRANCHES + "!ref.name.contains('/')"
            : BRANCHES + NessieApi.beginsWith(RefNames.branches(project)));
  }

  /** Returns the branch that a Nessie branch of a project is; empty if it cannot be one. */
  Optional<BranchName> nameOf(ProjectName project, Reference branch) {
    int prefix = projects.isRoot(project) ? 0 : RefNames.branches(project).length();
    try {
      return Optional.of(new BranchName(branch.name().substring(prefix)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
