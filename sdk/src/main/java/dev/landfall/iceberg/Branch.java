package dev.landfall.iceberg;

import dev.landfall.BranchHead;
import dev.landfall.BranchMovedException;
import dev.landfall.Commit;
import dev.landfall.CommitConflictException;
import dev.landfall.OutcomeUnknownException;
import dev.landfall.Project;
import dev.landfall.catalog.CatalogException;
import dev.landfall.model.BranchName;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.io.FileIO;

/** The branch that an Iceberg catalog stands for: its head, and commits onto it. Thread-safe. */
final class Branch {

  private static final int MAX_ROUNDS = 10;

  private final Project project;
  private final String name;
  private final Consumer<Commit> beforePublish;

  Branch(Project project, String name, Consumer<Commit> beforePublish) {
    this.project = project;
    this.name = new BranchName(name).toString();
    this.beforePublish = beforePublish;
  }

  Project project() {
    return project;
  }

  /** Returns a location that no other table has: old commits keep the files of dropped ones. */
  String newTableLocation() {
    return Failures.translated(project::location) + "/tables/" + UUID.randomUUID();
  }

  /** Returns a plain path as the project's own locations are written, others as they are. */
  String locationOf(String given) {
    String location = Failures.translated(project::location);
    int path = location.indexOf('/', location.indexOf("://") + 3);
    boolean plain = given.startsWith("/") && location.startsWith("file://");
    return plain ? location.substring(0, path) + given : given;
  }

  /** Returns what reads files, and writes those of this project. */
  FileIO fileIO() {
    return Failures.translated(project::fileIO);
  }

  BranchHead head() {
    return Failures.translated(() -> project.branch(name));
  }

  /**
   * Publishes what a function stages on the head. After a conflict it is called again on the new
   * head, where it finds out itself, and says in Iceberg's exceptions, what now stands against it.
   * An unknown outcome is looked up, and the same request sent again, before that.
   *
   * @param message of the commit
   * @throws CommitFailedException if there was a conflict each time; nothing was published
   * @throws CommitStateUnknownException if the outcome could not be found out
   */
  BranchHead publish(String message, Function<BranchHead, Commit> work) {
    CommitConflictException conflict = null;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      try {
        return project.update(name, head -> finished(work.apply(head), message));
      } catch (CommitConflictException e) {
        conflict = e;
      } catch (BranchMovedException e) {
        throw new CommitFailedException(e, "%s", String.valueOf(e.getMessage()));
      } catch (OutcomeUnknownException e) {
        throw new CommitStateUnknownException(e);
      } catch (CatalogException e) {
        throw Failures.translate(e);
      }
    }
    throw new CommitFailedException(conflict, "Gave up after %s conflicts", MAX_ROUNDS);
  }

  private Commit finished(Commit commit, String message) {
    commit.message(message);
    beforePublish.accept(commit);
    return commit;
  }

  @Override
  public String toString() {
    return project.name() + "@" + name;
  }
}
