package dev.landfall;

import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.commit.Staging;
import dev.landfall.internal.table.TableVersion;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.internal.wire.CommitLimits;
import dev.landfall.model.CommitContent;
import dev.landfall.model.OperationId;
import dev.landfall.model.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
  private final Thread owner = Thread.currentThread();
  private final Staging staging = new Staging();
  private final List<TableVersion> versions = new ArrayList<>();
  private final Map<String, String> properties = new TreeMap<>();
  private OperationId operationId = OperationId.random();
  private @Nullable String message;
  private boolean frozen;

  Commit(BranchHead head) {
    this.head = head;
  }

  /** Returns the head that the commit will be published onto. */
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
   * Ends the staging and fixes the request. Writes what is still to be written of the staged
   * versions and makes every file of theirs durable: on a local disk each file and each directory
   * is fsynced.
   *
   * @throws IllegalStateException if nothing is staged, or the commit is frozen already
   * @throws java.io.UncheckedIOException if a file cannot be written, made durable or found.
   *     Nothing was sent; freezing may be tried again
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
            operationId,
            message,
            properties,
            staging.changes());
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
   * @throws java.io.UncheckedIOException if the files cannot be made durable: nothing was published
   */
  public BranchHead publish()
      throws BranchMovedException, CommitConflictException, OutcomeUnknownException {
    return freeze().publish();
  }

  /**
   * Freezes and publishes, and returns the outcome as a value.
   *
   * @throws IllegalStateException if nothing is staged, or the commit was frozen before
   * @throws java.io.UncheckedIOException if the files cannot be made durable: nothing was published
   */
  public PublishResult tryPublish() {
    return freeze().tryPublish();
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
