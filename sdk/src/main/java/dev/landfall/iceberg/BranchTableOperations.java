package dev.landfall.iceberg;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.util.Optional;
import org.apache.iceberg.BaseMetastoreTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * One table of a branch. A commit is a release: it compares and swaps this table alone. Not
 * thread-safe, as Iceberg's own are not.
 */
final class BranchTableOperations extends BaseMetastoreTableOperations {

  private final Branch branch;
  private final Namespaces namespaces;
  private final TableIdentifier identifier;
  private final TableName name;
  private final String fullName;
  private final FileIO io;

  /** Whether a commit here has made the table, so that it is gone if it is not there. */
  private boolean existed;

  BranchTableOperations(
      Branch branch, Namespaces namespaces, TableIdentifier identifier, String fullName) {
    this.branch = branch;
    this.namespaces = namespaces;
    this.identifier = identifier;
    this.name = Identifiers.table(identifier);
    this.fullName = fullName;
    this.io = branch.fileIO();
  }

  @Override
  protected String tableName() {
    return fullName;
  }

  @Override
  public FileIO io() {
    return io;
  }

  @Override
  protected void doRefresh() {
    Optional<TableEntry> entry = entry(branch.head());
    if (entry.isPresent()) {
      refreshFromMetadataLocation(entry.get().metadataLocation(), 0);
    } else if (existed || currentMetadataLocation() != null) {
      throw noSuchTable();
    } else {
      disableRefresh();
    }
  }

  @Override
  protected void doCommit(@Nullable TableMetadata base, TableMetadata metadata) {
    if (base == null) {
      branch.publish("Create table " + name, head -> create(head, metadata));
    } else {
      branch.publish(
          "Update table " + name + operation(base, metadata), head -> update(head, base, metadata));
    }
    existed = true;
  }

  private Commit create(BranchHead head, TableMetadata metadata) {
    namespaces.require(head, identifier.namespace());
    if (entry(head).isPresent()) {
      throw new AlreadyExistsException("Table already exists: %s", identifier);
    }
    Commit release =
        head.release().createTable(name.qualified(), branch.project().adoptTable(metadata));
    return namespaces.hold(release, identifier.namespace());
  }

  private Commit update(BranchHead head, TableMetadata base, TableMetadata metadata) {
    TableEntry entry = entry(head).orElseThrow(this::noSuchTable);
    if (!entry.metadataLocation().equals(base.metadataFileLocation())) {
      throw new CommitFailedException(
          "Cannot commit to table %s: another commit has changed it since %s",
          identifier, base.metadataFileLocation());
    }
    return head.release().updateTable(head.table(name.qualified()).replaceMetadata(metadata));
  }

  private Optional<TableEntry> entry(BranchHead head) {
    return Failures.translated(() -> head.findEntry(name.qualified()));
  }

  private NoSuchTableException noSuchTable() {
    return new NoSuchTableException("Table does not exist: %s", identifier);
  }

  /** What the commit does, if it brings a snapshot, in Iceberg's own word. */
  private static String operation(TableMetadata base, TableMetadata metadata) {
    Snapshot current = metadata.currentSnapshot();
    boolean isNew = current != null && base.snapshot(current.snapshotId()) == null;
    return isNew && current.operation() != null ? ": " + current.operation() : "";
  }
}
