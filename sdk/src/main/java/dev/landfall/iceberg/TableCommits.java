package dev.landfall.iceberg;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.CommitConflictException;
import dev.landfall.catalog.CatalogException;
import dev.landfall.model.ConflictKind;
import dev.landfall.model.TableConflict;
import dev.landfall.model.TableName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.catalog.TableCommit;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchTableException;

/** Iceberg's table commits as one release: all of them or none. */
final class TableCommits {

  /** A message names so many tables, and counts the others. */
  private static final int NAMED_TABLES = 3;

  private final Namespaces namespaces;
  private final List<? extends TableCommit> commits;

  /**
   * Takes the commits.
   *
   * @throws IllegalArgumentException if there is none, two are for one table, or a name is not one
   *     that a table can have
   */
  TableCommits(Namespaces namespaces, List<? extends TableCommit> commits) {
    this.namespaces = namespaces;
    this.commits = List.copyOf(commits);
    if (commits.isEmpty()) {
      throw new IllegalArgumentException("There is no table commit; give at least one");
    }
    Set<TableName> names = new HashSet<>();
    for (TableCommit commit : commits) {
      if (!names.add(Identifiers.table(commit.identifier()))) {
        throw new IllegalArgumentException(
            "Two table commits are for table "
                + commit.identifier()
                + "; put their requirements and updates into one");
      }
    }
  }

  /** Says what the commits do, for the history of the branch. */
  String message() {
    if (commits.size() == 1) {
      TableCommit commit = commits.get(0);
      String verb = creates(commit) ? "Create table " : "Update table ";
      return verb + Identifiers.table(commit.identifier()) + operation(commit);
    }
    List<String> names =
        commits.stream()
            .limit(NAMED_TABLES)
            .map(commit -> Identifiers.table(commit.identifier()).toString())
            .toList();
    int others = commits.size() - names.size();
    return "Update tables "
        + String.join(", ", names)
        + (others == 0 ? "" : " and " + others + " more");
  }

  Commit stage(BranchHead head) {
    Commit release = head.release();
    for (TableCommit commit : commits) {
      if (creates(commit)) {
        namespaces.require(head, commit.identifier().namespace());
      }
      stage(release, commit);
    }
    return release;
  }

  private static void stage(Commit release, TableCommit commit) {
    try {
      release.commitTable(commit);
    } catch (CommitConflictException e) {
      TableConflict conflict = e.conflicts().get(0);
      if (conflict.kind().equals(ConflictKind.NAME_TAKEN)) {
        throw new CommitFailedException(
            e, "Requirement failed: table already exists: %s", commit.identifier());
      }
      throw new CommitFailedException(e, "%s", conflict.message());
    } catch (dev.landfall.catalog.NotFoundException e) {
      throw new NoSuchTableException(e, "Table does not exist: %s", commit.identifier());
    } catch (CatalogException e) {
      throw Failures.translate(e);
    }
  }

  private static boolean creates(TableCommit commit) {
    return commit.requirements().stream()
        .anyMatch(UpdateRequirement.AssertTableDoesNotExist.class::isInstance);
  }

  /** What the last snapshot that the commit brings does, in Iceberg's own word. */
  private static String operation(TableCommit commit) {
    return commit.updates().stream()
        .filter(MetadataUpdate.AddSnapshot.class::isInstance)
        .map(update -> ((MetadataUpdate.AddSnapshot) update).snapshot().operation())
        .reduce((earlier, later) -> later)
        .map(operation -> ": " + operation)
        .orElse("");
  }
}
