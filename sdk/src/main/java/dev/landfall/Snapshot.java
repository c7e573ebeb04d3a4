package dev.landfall;

import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An immutable view of a project at one commit. Tables that are opened from one snapshot belong
 * together: a reader sees all changes of a commit or none. Thread-safe.
 */
public sealed class Snapshot permits BranchHead {

  private final ProjectScope scope;
  private final CommitId commitId;
  private volatile @Nullable CommitInfo info;

  Snapshot(ProjectScope scope, CommitId commitId, @Nullable CommitInfo info) {
    this.scope = scope;
    this.commitId = commitId;
    this.info = info;
  }

  final ProjectScope scope() {
    return scope;
  }

  /** Returns the id of the commit. Does no I/O. */
  public final CommitId commitId() {
    return commitId;
  }

  /**
   * Returns when the commit was made, by the catalog's clock. Does I/O only on the head of a
   * resumed commit, the first time.
   *
   * @throws CatalogException if the catalog cannot be asked
   */
  public final Instant committedAt() {
    return commitInfo().committedAt();
  }

  /**
   * Returns the commit with its message, properties and changes. Does I/O only on the head of a
   * resumed commit, the first time.
   *
   * @throws CatalogException if the catalog cannot be asked
   */
  public final CommitInfo commitInfo() {
    CommitInfo known = info;
    if (known == null) {
      known = scope.catalog().commit(scope.name(), commitId);
      info = known;
    }
    return known;
  }

  /**
   * Opens a table as this commit has it. Asks the catalog once and reads the version's metadata
   * file; reads no rows.
   *
   * @param name as in {@code orders} or {@code sales.orders}
   * @throws NotFoundException if the commit has no table of this name
   * @throws IllegalArgumentException if the name is not one that a table can have
   * @throws CatalogException if the catalog cannot be asked
   * @throws java.io.UncheckedIOException if the metadata file cannot be read; open the table again
   * @throws org.apache.iceberg.exceptions.NotFoundException if there is no such file any more
   */
  public final Table table(String name) {
    return open(entry(TableName.of(name)));
  }

  /**
   * Opens a table as this commit has it, if it has one of this name. Asks the catalog once and
   * reads the version's metadata file.
   *
   * @throws IllegalArgumentException if the name is not one that a table can have
   * @throws CatalogException if the catalog cannot be asked
   * @throws RuntimeException as {@link #table} if the metadata file cannot be read
   */
  public final Optional<Table> findTable(String name) {
    return findEntry(TableName.of(name)).map(this::open);
  }

  /**
   * Looks up which version this commit binds to a name, without reading it: the location of its
   * metadata file is what another engine opens the table by. Asks the catalog once.
   *
   * @return empty if the commit has no table of this name
   * @throws IllegalArgumentException if the name is not one that a table can have
   * @throws CatalogException if the catalog cannot be asked
   */
  public final Optional<TableEntry> findEntry(String name) {
    return findEntry(TableName.of(name));
  }

  /**
   * Lists the names of the tables of this commit, in the order of their qualified names. Asks the
   * catalog a page at a time, as the stream is read.
   */
  public final Stream<TableName> tables() {
    return PagedStream.of(page -> scope.catalog().tables(scope.name(), commitId, page))
        .map(TableEntry::name);
  }

  /** Asks the catalog what this commit binds to a name. */
  final TableEntry entry(TableName name) {
    return findEntry(name)
        .orElseThrow(
            () ->
                new NotFoundException(
                    "Project '"
                        + scope.name()
                        + "' has no table '"
                        + name
                        + "' at commit "
                        + commitId
                        + "; tables() lists those that it has"));
  }

  private Optional<TableEntry> findEntry(TableName name) {
    return scope.catalog().table(scope.name(), commitId, name);
  }

  private Table open(TableEntry entry) {
    return Table.opened(
        this,
        entry,
        scope.tables().open(entry.name().toString(), entry.tableId(), entry.metadataLocation()));
  }

  /** Two snapshots are equal if they are views of the same commit through the same client. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Snapshot that
        && getClass() == that.getClass()
        && scope.isSame(that.scope)
        && commitId.equals(that.commitId);
  }

  @Override
  public int hashCode() {
    return Objects.hash(scope.name(), commitId);
  }

  @Override
  public String toString() {
    return scope.name() + " at commit " + commitId;
  }
}
