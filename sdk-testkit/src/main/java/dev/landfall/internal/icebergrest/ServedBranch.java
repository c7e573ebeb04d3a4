package dev.landfall.internal.icebergrest;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.Project;
import dev.landfall.iceberg.LandfallCatalog;
import dev.landfall.internal.storage.Locations;
import java.util.function.Consumer;

/** The branch that a request is about. */
record ServedBranch(Project project, String branch) {

  LandfallCatalog catalog() {
    return LandfallCatalog.of(project, branch);
  }

  LandfallCatalog catalog(Consumer<Commit> beforePublish) {
    return LandfallCatalog.of(project, branch, beforePublish);
  }

  BranchHead head() {
    return project.branch(branch);
  }

  /**
   * Refuses a file that does not lie in the project, before it is read: a client must not have the
   * server open whatever it names.
   *
   * @throws IllegalArgumentException if it does not
   */
  void requireInside(String what, String location) {
    if (!Locations.isUnder(project.location(), location)) {
      throw new IllegalArgumentException(
          "Cannot use "
              + what
              + " "
              + location
              + ": it does not lie under the project's location "
              + project.location()
              + "; write it there");
    }
  }
}
