package dev.landfall;

import dev.landfall.catalog.NotFoundException;
import dev.landfall.internal.table.TableVersion;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import dev.landfall.rows.Rows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.jspecify.annotations.Nullable;

/**
 * One immutable version of one table. Every write returns the next version and leaves this one
 * alone; nobody else sees it until a commit publishes it. A chain of writes is staged by its last
 * version, and those in between never become visible. Thread-safe.
 *
 * <p>A write that fails, or whose thread is interrupted, makes no version and says so. Files that
 * it left behind belong to nothing and are removed by a later clean-up only.
 */
public final class Table {

  /** Where a table was opened: what a commit compares with its own head. */
  record Origin(Snapshot snapshot, TableName name, String metadataLocation) {}

  private final ProjectScope scope;
  private final @Nullable Origin origin;
  private final TableVersion version;

  private Table(ProjectScope scope, @Nullable Origin origin, TableVersion version) {
    this.scope = scope;
    this.origin = origin;
    this.version = version;
  }

  static Table opened(Snapshot snapshot, TableEntry entry, TableVersion version) {
    return new Table(
        snapshot.scope(), new Origin(snapshot, entry.name(), entry.metadataLocation()), version);
  }

  static Table unnamed(ProjectScope scope, TableVersion version) {
    return new Table(scope, null, version);
  }

  ProjectScope scope() {
    return scope;
  }

  @Nullable Origin origin() {
    return origin;
  }

  TableVersion version() {
    return version;
  }

  /** Returns the name under which the table was opened; empty for one of {@code writeTable}. */
  public Optional<TableName> name() {
    return Optional.ofNullable(origin).map(Origin::name);
  }

  /** Returns the id of the table, which stays the same through versions and names. */
  public UUID tableId() {
    return version.tableId();
  }

  /** Returns the Iceberg schema of this version. */
  public Schema schema() {
    return version.schema();
  }

  /** Returns the Iceberg partition spec of this version. */
  public PartitionSpec spec() {
    return version.spec();
  }

  /** Returns the table properties of this version. */
  public Map<String, String> properties() {
    return version.properties();
  }

  /**
   * Writes rows behind those of this version. The files are written at once; no catalog is asked.
   * No rows give this same version.
   *
   * @return the next version
   * @throws IllegalArgumentException if the columns of the rows do not fit the table; no file was
   *     written
   * @throws dev.landfall.rows.RowException if a row does not fit; no version was written
   * @throws java.io.UncheckedIOException if files cannot be written; no version was written
   */
  public Table append(Rows rows) {
    return next(version.append(rows));
  }

  /**
   * Replaces all rows of this version.
   *
   * @return the next version
   * @throws IllegalArgumentException as {@link #append}
   * @throws dev.landfall.rows.RowException as {@link #append}
   * @throws java.io.UncheckedIOException as {@link #append}
   */
  public Table overwrite(Rows rows) {
    return next(version.overwrite(rows));
  }

  /**
   * Replaces the rows that a filter selects.
   *
   * @param filter of Iceberg's {@code Expressions}, over this version's columns
   * @return the next version
   * @throws IllegalArgumentException as {@link #append}
   * @throws org.apache.iceberg.exceptions.ValidationException if the filter names an unknown column
   * @throws dev.landfall.rows.RowException as {@link #append}
   * @throws java.io.UncheckedIOException as {@link #append}
   */
  public Table overwrite(Expression filter, Rows rows) {
    return next(version.overwrite(filter, rows));
  }

  /**
   * Removes the rows that a filter selects. Files of which only some rows go are written anew. If
   * no row matches, gives this same version.
   *
   * @param filter of Iceberg's {@code Expressions}, over this version's columns
   * @return the next version
   * @throws org.apache.iceberg.exceptions.ValidationException if the filter names an unknown column
   * @throws java.io.UncheckedIOException if files cannot be read or written; no version was written
   * @throws org.apache.iceberg.exceptions.NotFoundException if a file does not exist; no version
   *     was written
   */
  public Table delete(Expression filter) {
    return next(version.delete(filter));
  }

  /**
   * Changes the schema by Iceberg's schema update, without writing rows anew.
   *
   * @param changes adds, renames, widens or drops columns; the update is committed afterwards
   * @return the next version
   * @throws IllegalArgumentException if Iceberg refuses a change; no version was written
   */
  public Table updateSchema(Consumer<UpdateSchema> changes) {
    return next(version.updateSchema(changes));
  }

  /**
   * Opens Iceberg's whole table API on this version. What the function commits there becomes the
   * next version and touches no catalog; files are never deleted. The given table is dead after the
   * call.
   *
   * @return the next version; this same one if the function commits nothing
   * @throws java.io.UncheckedIOException if files cannot be written; no version was written
   */
  public Table edit(Consumer<org.apache.iceberg.Table> edits) {
    return next(version.edit(edits));
  }

  /**
   * Makes the next version of Iceberg metadata that was built from this version's, for a tool that
   * works on metadata. It becomes the version exactly as it stands. Reads the manifests of new
   * snapshots; their files must be complete, and are made durable with the rest when a commit is
   * frozen, whoever wrote them.
   *
   * @param metadata built from that of {@link #iceberg()}
   * @return the next version
   * @throws IllegalArgumentException if the metadata is of another table, or would not lie in this
   *     project; no version was made
   * @throws java.io.UncheckedIOException if a manifest cannot be read; no version was made
   */
  public Table replaceMetadata(TableMetadata metadata) {
    TableVersion next = version.replaceMetadata(metadata);
    scope.tables().requireInside(next);
    return next(next);
  }

  /** Makes the next version as an Iceberg table commit has it. */
  Table apply(List<UpdateRequirement> requirements, List<MetadataUpdate> updates) {
    return next(version.apply(requirements, updates));
  }

  /** Returns this version as it is opened from a commit that has published it. Does no I/O. */
  Table publishedBy(Snapshot commit, TableName name) {
    return opened(
        commit, new TableEntry(name, tableId(), version.metadataLocation()), version.asPublished());
  }

  /** Returns this version as an Iceberg table for reading; its commits are refused. */
  public org.apache.iceberg.Table iceberg() {
    return version.readOnly();
  }

  /** Starts a read of chosen columns and rows. Does no I/O. */
  public TableRead read() {
    return new TableRead(version);
  }

  /**
   * Reads all rows. Close the stream, or read it to its end.
   *
   * @throws java.io.UncheckedIOException as {@link TableRead#rows}
   * @throws org.apache.iceberg.exceptions.NotFoundException as {@link TableRead#rows}
   */
  public Stream<Record> rows() {
    return read().rows();
  }

  /**
   * Reads all rows as a Java record, and only the columns that the record has. Close the stream, or
   * read it to its end.
   *
   * @throws IllegalArgumentException if a component of the record has no column of its type
   * @throws java.io.UncheckedIOException as {@link TableRead#rows}
   * @throws org.apache.iceberg.exceptions.NotFoundException as {@link TableRead#rows}
   */
  public <T extends java.lang.Record> Stream<T> rows(Class<T> type) {
    return read().rows(type);
  }

  /**
   * Opens the version that a newer head binds to this table's name. Writes that were made from this
   * version and not published are not carried over.
   *
   * @throws NotFoundException if the head does not bind the name, or binds it to another table
   * @throws RuntimeException as {@link Snapshot#table}
   * @throws IllegalStateException if this table has no name yet
   */
  public Table at(BranchHead head) {
    if (origin == null) {
      throw new IllegalStateException(
          "A table of writeTable has no name to be found by; open it with head.table(name)");
    }
    Table found = head.table(origin.name().toString());
    if (!found.tableId().equals(tableId())) {
      throw new NotFoundException(
          "At "
              + head
              + " the name '"
              + origin.name()
              + "' belongs to another table; open it with head.table(name) if that one is meant");
    }
    return found;
  }

  private Table next(TableVersion next) {
    return next == version ? this : new Table(scope, origin, next);
  }

  @Override
  public String toString() {
    String what = origin == null ? "unnamed table" : "table " + origin.name();
    return what + " of project " + scope.name() + (version.isStaged() ? ", staged" : "");
  }
}
