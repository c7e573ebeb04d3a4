package dev.landfall;

import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.commit.Staging;
import dev.landfall.internal.table.TableVersion;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.internal.wire.CommitLimits;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.Comparison;
import dev.landfall.model.OperationId;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.catalog.TableCommit;
import org.jspecify.annotations.Nullable;

/**
 * The stager of a commit: records which versions and names change on a pinned head. Does no I/O
 * before {@link #freeze()}. Used by the thread that made it, and once: a frozen or published commit
 * takes nothing more.
 *
 * <p>Every rule is checked at the call that breaks it: a wrong argument is an {@code
 * IllegalArgumentException}, a wrong moment an {@code IllegalStateException}. After either the
 * commit is as it was before the call.
 */
public final class Commit {

  private final BranchHead head;
  private final Comparison comparison;
  private final Thread owner = Thread.currentThread();
  private final Staging staging = new Staging();
  private final List<TableVersion> versions = new ArrayList<>();
  private final Map<String, String> properties = new TreeMap<>();
  private OperationId operationId = OperationId.random();
  private @Nullable String message;
  private boolean frozen;

  Commit(BranchHead head, Comparison comparison) {
    this.head = head;
    this.comparison = comparison;
  }

  /** Returns the head that the commit is staged on, and that it, unless a release, goes onto. */
  public BranchHead head() {
    return head;
  }

  /**
   * Returns the operation id, under which the commit is published at most once. It is drawn anew
   * for every commit from a strong random source, unless the application gives one.
   */
  public OperationId operationId() {
    return operationId;
  }

  /**
   * Gives the commit an operation id of the application's own, derived from the id of the job that
   * writes it, say, so that the job's repetition is the same operation. The id must stand for
   * exactly one request: another request with it is refused with an {@link
   * dev.landfall.catalog.OperationMismatchException}.
   *
   * @throws IllegalStateException if the commit is frozen
   */
  public Commit operationId(OperationId id) {
    requireStaging("set the operation id");
    this.operationId = id;
    return this;
  }

  /**
   * Sets the message of the commit. No message and an empty one are two different things.
   *
   * @throws IllegalArgumentException if it has more than 4,096 bytes in UTF-8
   * @throws IllegalStateException if the commit is frozen
   */
  public Commit message(String text) {
    requireStaging("set the message");
    CommitLimits.requireMessage(text);
    this.message = text;
    return this;
  }

  /**
   * Sets a property of the commit, which replaces an earlier one of the same key.
   *
   * @throws IllegalArgumentException if the key is empty, or key or value are too long, or there
   *     are too many; the message states the limit
   * @throws IllegalStateException if the commit is frozen
   */
  public Commit property(String key, String value) {
    requireStaging("set a property");
    CommitLimits.requireProperty(key, value);
    CommitLimits.requirePropertyCount(properties.size() + (properties.containsKey(key) ? 0 : 1));
    properties.put(key, value);
    return this;
  }

  /**
   * Stages the next version of a table: one that was written from a table opened at this commit's
   * own head. The head's own version, unchanged, is staged as {@link #assertUnchanged}.
   *
   * @throws IllegalArgumentException if the table has no name yet, or was opened elsewhere than at
   *     this commit's head
   * @throws IllegalStateException if the table is staged already, or the commit is frozen
   */
  public Commit updateTable(Table table) {
    Table.Origin origin = requireFromHead("update", table);
    if (!table.version().isStaged()) {
      return assertUnchanged(table);
    }
    requireRoom("update", origin.name());
    staging.update(
        origin.name(),
        table.tableId(),
        origin.metadataLocation(),
        table.version()::metadataLocation);
    versions.add(table.version());
    return this;
  }

  /**
   * Stages a name for a table that {@link Project#writeTable} wrote. The same table may be staged
   * again in a later commit, after a moved branch for example.
   *
   * @param name as in {@code orders} or {@code sales.orders}
   * @throws IllegalArgumentException if the name is not one that a table can have, or the table was
   *     opened at a head, or is of another project or client
   * @throws IllegalStateException if the name is bound already in this commit, the table is created
   *     already in it, or the commit is frozen
   */
  public Commit createTable(String name, Table table) {
    TableName tableName = TableName.of(name);
    requireStaging("create table '" + tableName + "'");
    if (table.origin() != null) {
      throw wrongTable(
          "create",
          tableName,
          "it was opened at a commit under the name '" + table.origin().name() + "'",
          "use updateTable, or renameTable");
    }
    requireSameScope("create", tableName, table);
    requireRoom("create", tableName);
    staging.create(tableName, table.tableId(), table.version()::metadataLocation);
    versions.add(table.version());
    return this;
  }

  /**
   * Stages that a table is dropped: its name is no longer bound. No file is deleted, and older
   * commits keep the table. Dropping a name that the head does not bind is a conflict when
   * published.
   *
   * @throws IllegalArgumentException if the name is not one that a table can have
   * @throws IllegalStateException if the table is staged already, or the commit is frozen
   */
  public Commit dropTable(String name) {
    TableName tableName = TableName.of(name);
    requireRoom("drop", tableName);
    staging.drop(tableName);
    return this;
  }

  /**
   * Stages that a table gets another name, also in another namespace. Its id, versions and files
   * stay as they are. Renaming what the head does not bind is a conflict when published.
   *
   * @throws IllegalArgumentException if a name is not one that a table can have, or both are the
   *     same
   * @throws IllegalStateException if the table is staged already, the new name is bound already, or
   *     the commit is frozen
   */
  public Commit renameTable(String name, String newName) {
    TableName tableName = TableName.of(name);
    TableName newTableName = TableName.of(newName);
    requireRoom("rename", tableName);
    staging.rename(tableName, newTableName);
    return this;
  }

  /**
   * Stages the requirement that a table still has the version that the head had. The commit then
   * says in the history what it was computed from.
   *
   * @param table opened at this commit's own head, and not written
   * @throws IllegalArgumentException if the table is anything else
   * @throws IllegalStateException if the table is staged already, or the commit is frozen
   */
  public Commit assertUnchanged(Table table) {
    Table.Origin origin = requireFromHead("assert", table);
    if (table.version().isStaged()) {
      throw wrongTable(
          "assert",
          origin.name(),
          "it has been written since it was opened",
          "use updateTable, or give the table as opened");
    }
    requireRoom("assert", origin.name());
    staging.assertUnchanged(origin.name(), table.tableId(), origin.metadataLocation());
    return this;
  }

  /**
   * Stages what an Iceberg table commit makes of the table of this name at the head, or creates the
   * table. Checks the requirements and applies the updates; the metadata file is written when the
   * commit is frozen. Asks the catalog once and reads the table's metadata file.
   *
   * <p>Files that the updates bring with them must be complete. Those on a local disk are fsynced
   * with the rest, whoever wrote them.
   *
   * @param commit of {@link TableCommit#create}, or a {@link RawTableCommit}
   * @throws CommitConflictException if the head does not meet a requirement; nothing was staged or
   *     written. Load the table anew and make another table commit
   * @throws NotFoundException if the head has no such table, and the commit does not create it
   * @throws IllegalArgumentException if Iceberg cannot apply the updates, or a name or location is
   *     not one that a table of this project can have
   * @throws IllegalStateException if the table is staged already, or the commit is frozen
   * @throws CatalogException if the catalog cannot be asked
   */
  public Commit commitTable(TableCommit commit) throws CommitConflictException {
    stage(commit);
    return this;
  }

  /** Stages a table commit, and returns the version that it makes. */
  Table stage(TableCommit commit) throws CommitConflictException {
    TableName name = TableCommitStager.nameOf(commit.identifier());
    requireRoom("commit", name);
    Table table = new TableCommitStager(head).apply(name, commit);
    if (table.origin() == null) {
      createTable(name.qualified(), table);
    } else {
      updateTable(table);
    }
    return table;
  }

  /**
   * Ends the staging and fixes the request. Writes what is still to be written of the staged
   * versions and makes every file of theirs durable: on a local disk each file and each directory
   * is fsynced. A release that drops or renames tables also asks the catalog, once for each, which
   * version it is that goes.
   *
   * @throws IllegalStateException if nothing is staged, or the commit is frozen already
   * @throws NotFoundException if a release drops or renames a table that its head does not have
   * @throws CatalogException if the catalog cannot be asked; freezing may be tried again
   * @throws java.io.UncheckedIOException if a file cannot be written, made durable or found, or one
   *     of the version before cannot be read. Nothing was sent; freezing may be tried again
   * @throws org.apache.iceberg.exceptions.NotFoundException if a file of the version before does
   *     not exist any more. Nothing was sent
   */
  public FrozenCommit freeze() {
    requireStaging("freeze");
    if (staging.isEmpty()) {
      throw new IllegalStateException(
          "Cannot freeze an empty commit: nothing is staged; stage at least one change");
    }
    TableVersion.seal(versions);
    CommitContent content =
        new CommitContent(
            head.scope().name(),
            head.branch(),
            head.branchId(),
            head.commitId(),
            comparison,
            operationId,
            message,
            properties,
            comparison == Comparison.HEAD ? staging.changes() : guarded(staging.changes()));
    byte[] bytes = CommitContentCodec.encode(content);
    frozen = true;
    return FrozenCommit.freeze(head, new PublishRequest(bytes, content));
  }

  /**
   * Freezes and publishes. The outcomes, and what may be done after each, are those of {@link
   * FrozenCommit#publish()}; an unknown outcome carries the frozen commit.
   *
   * @return the head that the commit made
   * @throws BranchMovedException if the branch has another head: redo the writes on it
   * @throws CommitConflictException if a change does not fit: stage other ones
   * @throws OutcomeUnknownException if the outcome is unknown: recover, publish or abandon
   * @throws CatalogException if it failed for a definite reason: nothing was published
   * @throws IllegalStateException if nothing is staged, or the commit was frozen before
   * @throws java.io.UncheckedIOException as {@link #freeze()}: nothing was published
   * @throws org.apache.iceberg.exceptions.NotFoundException as {@link #freeze()}: nothing was
   *     published
   */
  public BranchHead publish()
      throws BranchMovedException, CommitConflictException, OutcomeUnknownException {
    return freeze().publish();
  }

  /**
   * Freezes and publishes, and returns the outcome as a value.
   *
   * @throws IllegalStateException if nothing is staged, or the commit was frozen before
   * @throws java.io.UncheckedIOException as {@link #freeze()}: nothing was published
   * @throws org.apache.iceberg.exceptions.NotFoundException as {@link #freeze()}: nothing was
   *     published
   */
  public PublishResult tryPublish() {
    return freeze().tryPublish();
  }

  /**
   * A drop or rename names no version. In a release nothing else would say which one it is meant
   * for, so that a table that somebody else has put in its place meanwhile would go instead.
   */
  private List<Change> guarded(List<Change> changes) {
    List<Change> guarded = new ArrayList<>();
    for (Change change : changes) {
      if (change instanceof Change.Drop || change instanceof Change.Rename) {
        TableEntry entry = head.entry(change.table());
        guarded.add(
            new Change.AssertUnchanged(entry.name(), entry.tableId(), entry.metadataLocation()));
      }
      guarded.add(change);
    }
    return guarded;
  }

  private Table.Origin requireFromHead(String verb, Table table) {
    requireStaging(verb + " a table");
    Table.Origin origin = table.origin();
    if (origin == null) {
      throw new IllegalArgumentException(
          "Cannot " + verb + " a table that has no name yet; use createTable");
    }
    requireSameScope(verb, origin.name(), table);
    if (!head.equals(origin.snapshot())) {
      throw wrongTable(
          verb,
          origin.name(),
          "it comes from " + origin.snapshot() + ", this commit is on " + head,
          "open the table from commit.head() and redo the write");
    }
    return origin;
  }

  private void requireSameScope(String verb, TableName name, Table table) {
    if (!head.scope().isSame(table.scope())) {
      throw wrongTable(
          verb,
          name,
          head.scope().client() == table.scope().client()
              ? "it belongs to project '" + table.scope().name() + "'"
              : "it was made with another client",
          "use one client and one project for a commit and its tables");
    }
  }

  private void requireRoom(String verb, TableName name) {
    requireStaging(verb + " table '" + name + "'");
    if (staging.size() == CommitLimits.MAX_CHANGES) {
      throw new IllegalStateException(
          "Cannot "
              + verb
              + " table '"
              + name
              + "': the commit has "
              + CommitLimits.MAX_CHANGES
              + " changes, the most that one may have; use a second commit");
    }
  }

  private void requireStaging(String what) {
    if (Thread.currentThread() != owner) {
      throw new IllegalStateException(
          "Cannot "
              + what
              + ": the commit belongs to thread '"
              + owner.getName()
              + "'; stage in one thread, and share the frozen commit");
    }
    if (frozen) {
      throw new IllegalStateException(
          "Cannot " + what + ": the commit is frozen; start another one with head().commit()");
    }
  }

  private static IllegalArgumentException wrongTable(
      String verb, TableName name, String reason, String advice) {
    return new IllegalArgumentException(
        "Cannot " + verb + " table '" + name + "': " + reason + "; " + advice);
  }

  @Override
  public String toString() {
    return "commit of "
        + staging.size()
        + (staging.size() == 1 ? " change on " : " changes on ")
        + head
        + (frozen ? ", frozen" : "");
  }
}
