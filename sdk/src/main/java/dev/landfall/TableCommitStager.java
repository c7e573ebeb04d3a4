package dev.landfall;

import dev.landfall.catalog.NotFoundException;
import dev.landfall.model.ConflictKind;
import dev.landfall.model.TableConflict;
import dev.landfall.model.TableName;
import java.util.List;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.catalog.TableCommit;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;

/**
 * Makes table versions of Iceberg table commits on a head: checks the requirements against what the
 * head has, and applies the updates to it. Writes nothing.
 */
final class TableCommitStager {

  private final BranchHead head;

  TableCommitStager(BranchHead head) {
    this.head = head;
  }

  /**
   * Returns the version that the commit makes: without a name, if the commit creates the table.
   *
   * @throws CommitConflictException if the head does not meet a requirement
   * @throws NotFoundException if the head lacks the table
   */
  Table apply(TableName name, TableCommit commit) throws CommitConflictException {
    boolean creates =
        commit.requirements().stream()
            .anyMatch(UpdateRequirement.AssertTableDoesNotExist.class::isInstance);
    return creates ? create(name, commit) : update(name, commit);
  }

  static TableName nameOf(TableIdentifier identifier) {
    if (identifier.namespace().isEmpty()) {
      return new TableName(TableName.DEFAULT_NAMESPACE, identifier.name());
    }
    return new TableName(List.of(identifier.namespace().levels()), identifier.name());
  }

  private Table create(TableName name, TableCommit commit) throws CommitConflictException {
    if (commit.requirements().size() > 1) {
      throw new IllegalArgumentException(
          "Cannot create table '"
              + name
              + "': a table that does not exist can meet no other requirement; leave the others"
              + " out");
    }
    if (head.findEntry(name.qualified()).isPresent()) {
      throw conflict(
          name, ConflictKind.NAME_TAKEN, "At the head, '" + name + "' is taken by a table");
    }
    return Table.unnamed(head.scope(), head.scope().tables().create(commit.updates()));
  }

  private Table update(TableName name, TableCommit commit) throws CommitConflictException {
    try {
      Table table = head.table(name.qualified()).apply(commit.requirements(), commit.updates());
      head.scope().tables().requireInside(table.version());
      return table;
    } catch (CommitFailedException e) {
      throw conflict(
          name,
          ConflictKind.REQUIREMENT_FAILED,
          e.getMessage() + ", of table '" + name + "' at the head");
    }
  }

  private static CommitConflictException conflict(
      TableName name, ConflictKind kind, String message) {
    return new CommitConflictException(List.of(new TableConflict(name, kind, message)));
  }
}
