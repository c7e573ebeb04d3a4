package dev.landfall.examples.benchmarks;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.Project;
import dev.landfall.Table;
import dev.landfall.rows.Rows;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes commits of equal size that wait only to be published. Each is on a branch of its own, so
 * that none has to wait for another; all bind a name to one table that is on the disk already.
 */
final class FrozenCommits {

  private final Project project;
  private final BranchHead first;
  private final Table table;
  private int branches;

  private FrozenCommits(Project project) {
    this.project = project;
    this.first = project.branch("main");
    this.table = project.writeTable(Rows.of(Reading.class, Reading.list(1)));
  }

  static FrozenCommits of(Project project) {
    return new FrozenCommits(project);
  }

  Project project() {
    return project;
  }

  List<FrozenCommit> make(int count) {
    List<FrozenCommit> commits = new ArrayList<>(count);
    for (int commit = 0; commit < count; commit++) {
      // Of one length, as is the request then.
      BranchHead branch = project.createBranch("b" + (1_000_000 + branches++), first);
      commits.add(branch.commit().message("Measured").createTable("events", table).freeze());
    }
    return commits;
  }
}
