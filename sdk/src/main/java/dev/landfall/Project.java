package dev.landfall;

import dev.landfall.catalog.AlreadyExistsException;
import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.DeleteBranchAnswer;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.config.TableOptions;
import dev.landfall.internal.table.ProjectFileIO;
import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableName;
import dev.landfall.rows.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.TableCommit;
import org.apache.iceberg.io.FileIO;

/**
 * A named set of branches and tables with one storage location. Made by {@link
 * LandfallClient#project}, which does no I/O; methods that do say so. Thread-safe.
 */
public final class Project {

  private final ProjectScope scope;

  Project(ProjectScope scope) {
    this.scope = scope;
  }

  /** Returns the name of the project. */
  public ProjectName name() {
    return scope.name();
  }

  /**
   * Returns the location under which all files of the project's tables lie, without a slash at its
   * end. Asks the catalog the first time at most; the location never changes.
   *
   * @throws NotFoundException if the project does not exist
   * @throws CatalogException if the catalog cannot be asked
   */
  public String location() {
    return scope.tables().projectLocation();
  }

  /**
   * Returns Iceberg's file I/O for the project's files, to write data files with Iceberg's own
   * writers before they are added to a table. It reads wherever a table's files lie and creates
   * files under {@link #location()} only; it overwrites and deletes nothing. Asks the catalog for
   * the location the first time at most. Thread-safe, and good until the client is closed. A file
   * that cannot be read is told as in {@link TableRead#rows()}, also by the streams.
   *
   * @throws NotFoundException if the project does not exist
   * @throws CatalogException if the catalog cannot be asked
   */
  public FileIO fileIO() {
    return new ProjectFileIO(location(), client().storage());
  }

  /** Returns the client that the project was opened with. */
  public LandfallClient client() {
    return scope.client();
  }

  /**
   * Pins the head of a branch as it is now. Asks the catalog once.
   *
   * @throws NotFoundException if the project or the branch does not exist
   * @throws IllegalArgumentException if the name is not one that a branch can have
   * @throws CatalogException if the catalog cannot be asked
   */
  public BranchHead branch(String name) {
    BranchName branch = new BranchName(name);
    var state = scope.catalog().branch(scope.name(), branch);
    scope.tables(state.project());
    return BranchHead.of(scope, state);
  }

  /** Lists the branches and their heads by name, a page at a time as the stream is read. */
  public Stream<BranchHead> branches() {
    return PagedStream.of(page -> scope.catalog().branches(scope.name(), page))
        .map(state -> BranchHead.of(scope, state));
  }

  /**
   * Creates a branch whose head is the commit of a snapshot. Costs the same however much the
   * project holds. Asks the catalog once.
   *
   * @throws NotFoundException if the project or the commit does not exist
   * @throws AlreadyExistsException if there is a branch of this name; it is left as it is
   * @throws IllegalArgumentException if the name is not one that a branch can have, or the snapshot
   *     is of another project or client
   * @throws CatalogException if the catalog cannot be asked; {@code branch(name)} tells whether the
   *     branch was created
   */
  public BranchHead createBranch(String name, Snapshot from) {
    if (!scope.isSame(from.scope())) {
      throw new IllegalArgumentException(
          "Cannot create branch '"
              + name
              + "': the snapshot is of another project or client; take one from this project");
    }
    return createBranch(name, from.commitId());
  }

  /**
   * Creates a branch whose head is the given commit.
   *
   * @see #createBranch(String, Snapshot)
   */
  public BranchHead createBranch(String name, CommitId from) {
    BranchName branch = new BranchName(name);
    return BranchHead.of(scope, scope.catalog().createBranch(scope.name(), branch, from));
  }

  /**
   * Deletes a branch if its head is still the expected one. Commits stay: {@link #snapshotAt} opens
   * them, and lost answers of commits on the branch can still be recovered.
   *
   * @throws BranchMovedException if the head is another one; the branch is left as it is
   * @throws NotFoundException if the project or the branch does not exist
   * @throws CatalogException if the catalog cannot be asked; {@code branch(name)} tells whether the
   *     branch was deleted
   */
  public void deleteBranch(String name, CommitId expectedHead) throws BranchMovedException {
    BranchName branch = new BranchName(name);
    DeleteBranchAnswer answer = scope.catalog().deleteBranch(scope.name(), branch, expectedHead);
    if (answer instanceof DeleteBranchAnswer.BranchMoved moved) {
      throw new BranchMovedException(branch, expectedHead, moved.actualHead());
    }
  }

  /**
   * Opens a read-only view of an exact commit, on whatever branch it lies. Asks the catalog once.
   * No commit can start from it, because a commit id names no branch to publish to.
   *
   * @throws NotFoundException if the project or the commit does not exist
   * @throws CatalogException if the catalog cannot be asked
   */
  public Snapshot snapshotAt(CommitId commit) {
    return new Snapshot(scope, commit, scope.catalog().commit(scope.name(), commit));
  }

  /**
   * Opens a read-only view of an exact commit, given by the text of its id.
   *
   * @throws IllegalArgumentException if the text is not a commit id
   * @see #snapshotAt(CommitId)
   */
  public Snapshot snapshotAt(String commit) {
    return snapshotAt(new CommitId(commit));
  }

  /**
   * Lists a snapshot's commit and those before it, newest first, down to the first commit of the
   * project; a page at a time as the stream is read.
   *
   * @throws CatalogException while the stream is read, if the catalog cannot be asked
   */
  public Stream<CommitInfo> log(Snapshot from) {
    return log(from.commitId());
  }

  /**
   * Lists a commit and those before it.
   *
   * @see #log(Snapshot)
   */
  public Stream<CommitInfo> log(CommitId from) {
    return PagedStream.of(page -> scope.catalog().log(scope.name(), from, page));
  }

  /**
   * Writes the first version of a new, unpartitioned table, which has no name until a commit
   * creates it.
   *
   * @see #writeTable(Rows, TableOptions)
   */
  public Table writeTable(Rows rows) {
    return writeTable(rows, TableOptions.defaults());
  }

  /**
   * Writes the first version of a new table, which has no name until a commit creates it. Nobody
   * else sees it before that. The rows are written at once and read only once. No rows make an
   * empty table with the schema of the rows. The result depends on no head: if a publish ends with
   * a moved branch, the same table may be staged in the next commit.
   *
   * @param options partitioning, sort order and table properties
   * @throws dev.landfall.rows.RowException if a row does not fit; no version was written
   * @throws java.io.UncheckedIOException if files cannot be written; no version was written
   */
  public Table writeTable(Rows rows, TableOptions options) {
    return Table.unnamed(scope, scope.tables().create(rows, options));
  }

  /**
   * Takes a table over as Iceberg metadata describes it, with its snapshots: one that was dropped,
   * say, or one that another catalog has kept in this project's location. It has no name until a
   * commit creates it. Metadata that was read from a file is the version of that very file;
   * otherwise the file is written when the commit is frozen. Reads all manifests of the table. Its
   * files are made durable, whoever wrote them.
   *
   * @param metadata read by Iceberg's {@code TableMetadataParser}, or built
   * @throws IllegalArgumentException if the metadata file does not lie under {@link #location()},
   *     or would not; no version was made
   * @throws java.io.UncheckedIOException if a manifest cannot be read; no version was made
   */
  public Table adoptTable(TableMetadata metadata) {
    return Table.unnamed(scope, scope.tables().adopt(metadata));
  }

  /**
   * Rebuilds a frozen commit from its saved form, in this or any other process. Does no I/O.
   *
   * @throws SavedCommitFormatException if the saved commit is damaged, altered, of an unknown
   *     format version, or of another project; nothing was sent
   */
  public FrozenCommit resumeCommit(SavedCommit saved) {
    return FrozenCommit.resume(scope, saved);
  }

  /**
   * Publishes what a function makes of the head of a branch: pins the branch, calls the function,
   * publishes its commit; if the branch has moved meanwhile, pins it again and calls the function
   * again, up to 10 times in all with growing random pauses. An unknown outcome is looked up, and
   * the same request is sent again, before anything is redone; the writes never land twice.
   *
   * @param work opens the tables from the given head, writes, and returns a commit of that head. It
   *     may be called several times and must make a new commit each time
   * @return the head that the commit made
   * @throws BranchMovedException if the branch moved every time, or the thread was interrupted in a
   *     pause: nothing was published
   * @throws CommitConflictException if a staged change does not fit: nothing was published
   * @throws OutcomeUnknownException if the outcome of the last commit could not be found out:
   *     recover, publish or abandon it before anything is redone
   * @throws CatalogException if the catalog refused or cannot be reached: nothing was published
   * @throws IllegalArgumentException if the function returns a commit of another head
   */
  public BranchHead update(String branch, Function<BranchHead, Commit> work)
      throws BranchMovedException, CommitConflictException, OutcomeUnknownException {
    return new UpdateLoop(this, scope.client().backoff()).run(branch, work);
  }

  /**
   * Publishes Iceberg table commits as one release of a branch: all of them or none. Unlike with
   * {@link BranchHead#commit}, other commits on the branch do not disturb, as long as these tables
   * are still those that the requirements were checked against. Pins the branch, stages all table
   * commits before anything is written, writes their metadata files, and sends one request.
   *
   * <p>To give the release an operation id of the application's own, or to drop and rename tables
   * in it, or to save it before it is sent, stage the table commits with {@link
   * BranchHead#release}.
   *
   * @param commits at most one for each table, in any order
   * @return the head that the release made, and the tables in the order of the commits
   * @throws CommitConflictException if a requirement is not met, or another commit changed one of
   *     the tables meanwhile: nothing was published. Load the tables anew, and try again
   * @throws BranchMovedException if the branch was deleted meanwhile: nothing was published
   * @throws OutcomeUnknownException if the outcome is unknown: recover, publish or abandon the
   *     frozen commit that it carries
   * @throws NotFoundException if there is no such project or branch, or no table of a commit that
   *     does not create it: nothing was published
   * @throws IllegalStateException if two of the commits are for one table, or there is none:
   *     nothing was published
   * @throws IllegalArgumentException if Iceberg cannot apply the updates: nothing was published
   * @throws java.io.UncheckedIOException if a file cannot be written or made durable: nothing was
   *     published
   * @throws CatalogException if it failed for another definite reason: nothing was published
   */
  public Release release(String branch, List<? extends TableCommit> commits)
      throws CommitConflictException, BranchMovedException, OutcomeUnknownException {
    Commit release = branch(branch).release();
    List<Table> staged = new ArrayList<>();
    for (TableCommit commit : commits) {
      staged.add(release.stage(commit));
    }
    BranchHead made = release.publish();
    List<Table> tables = new ArrayList<>();
    for (int i = 0; i < staged.size(); i++) {
      TableName name = TableCommitStager.nameOf(commits.get(i).identifier());
      tables.add(staged.get(i).publishedBy(made, name));
    }
    return new Release(made, tables);
  }

  /**
   * Publishes one Iceberg table commit: a release of one.
   *
   * @return the table at the head that the commit made
   * @see #release
   */
  public Table commitTable(String branch, TableCommit commit)
      throws CommitConflictException, BranchMovedException, OutcomeUnknownException {
    return release(branch, List.of(commit)).tables().get(0);
  }

  /** Returns the calls that clean up after writes that were never published. Does no I/O. */
  public Maintenance maintenance() {
    return new Maintenance(scope);
  }

  @Override
  public String toString() {
    return "project " + scope.name();
  }
}
