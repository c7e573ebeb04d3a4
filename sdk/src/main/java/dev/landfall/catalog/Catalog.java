package dev.landfall.catalog;

import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.Page;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import dev.landfall.model.StorageAccess;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The port to a catalog: the one interface through which the SDK knows projects, branches, commits
 * and operations. All methods do I/O unless they say otherwise, may block, and are safe for use by
 * many threads.
 *
 * <p>A method refuses with a {@link CatalogException}. {@link UnavailableException} and {@link
 * ProtocolException} say that the call itself failed; if they say that it may have been sent, its
 * effect is unknown. Every other leaf is the catalog's own refusal and means that the call had no
 * effect.
 */
public interface Catalog extends AutoCloseable {

  /** Returns what this catalog can do. Does no I/O. */
  Set<Capability> capabilities();

  /**
   * Creates a project with the branch {@code main} at an empty first commit.
   *
   * @throws AlreadyExistsException if there is a project of this name
   */
  ProjectInfo createProject(ProjectName project);

  /**
   * Looks a project up.
   *
   * @throws NotFoundException if there is none of this name
   */
  ProjectInfo project(ProjectName project);

  /** Lists the projects in the order of their names. */
  Page<ProjectInfo> projects(PageRequest page);

  /**
   * Looks a branch and its head up.
   *
   * @throws NotFoundException if the project or the branch does not exist
   */
  BranchState branch(ProjectName project, BranchName branch);

  /**
   * Lists the branches in the order of their names.
   *
   * @throws NotFoundException if the project does not exist
   */
  Page<BranchState> branches(ProjectName project, PageRequest page);

  /**
   * Creates a branch whose head is the given commit.
   *
   * @throws NotFoundException if the project or the commit does not exist, or the commit has
   *     expired
   * @throws AlreadyExistsException if there is a branch of this name
   */
  BranchState createBranch(ProjectName project, BranchName branch, CommitId from);

  /**
   * Deletes a branch if its head is the expected one. Commits and operation records stay.
   *
   * @throws NotFoundException if the project or the branch does not exist
   */
  DeleteBranchAnswer deleteBranch(ProjectName project, BranchName branch, CommitId expectedHead);

  /**
   * Looks a commit up.
   *
   * @throws NotFoundException if the project or the commit does not exist
   */
  CommitInfo commit(ProjectName project, CommitId commit);

  /**
   * Lists a commit and those before it, newest first, down to the first commit of the project.
   *
   * @throws NotFoundException if the project or the commit does not exist
   */
  Page<CommitInfo> log(ProjectName project, CommitId from, PageRequest page);

  /**
   * Looks up what a commit binds to a table name.
   *
   * @return empty if the commit binds nothing to it
   * @throws NotFoundException if the project or the commit does not exist, or the commit has
   *     expired
   */
  Optional<TableEntry> table(ProjectName project, CommitId commit, TableName table);

  /**
   * Lists what a commit binds, in the order of the qualified names.
   *
   * @throws NotFoundException if the project or the commit does not exist, or the commit has
   *     expired
   */
  Page<TableEntry> tables(ProjectName project, CommitId commit, PageRequest page);

  /**
   * Lists the metadata locations of all table versions that any commit of a project binds which has
   * not expired, also of commits that are on no branch any more. A location may come more than
   * once. Commits that land while the pages are read may or may not be in them.
   *
   * @throws NotFoundException if the project does not exist
   * @throws NotSupportedException if the catalog lacks {@link Capability#LIST_VERSIONS}
   */
  default Page<String> versions(ProjectName project, PageRequest page) {
    throw new NotSupportedException("This catalog cannot list all versions of a project's tables");
  }

  /**
   * Expires the commits of a project that are older than a time and head of no branch: their tables
   * cannot be read any more, no branch can be created at them, and {@link #versions} no longer
   * lists the versions that only they bind. The commits themselves, and what became of each
   * operation, can be looked up for ever.
   *
   * @return how many commits have expired by this call
   * @throws NotFoundException if the project does not exist
   * @throws NotSupportedException if the catalog lacks {@link Capability#EXPIRE_COMMITS}
   */
  default long expireCommits(ProjectName project, Instant committedBefore) {
    throw new NotSupportedException("This catalog cannot expire commits");
  }

  /**
   * Publishes a frozen request, at most once.
   *
   * <p>The operation is looked up before the head is compared: a request that landed is answered
   * with the commit that it made, also when the branch has moved on.
   *
   * <p>A request that compares {@linkplain dev.landfall.model.Comparison#TABLES tables} is appended
   * to whatever the branch's head is now, if each of its changes fits that head; the commit's
   * parent is that head then. It is answered "branch moved" only if the pinned branch is gone.
   *
   * @throws OperationMismatchException if the operation was published with other bytes
   * @throws OperationAbandonedException if the operation was abandoned
   * @throws InvalidRequestException if the request can never be published as it is
   * @throws NotFoundException if the project does not exist
   */
  PublishAnswer publish(PublishRequest request);

  /**
   * Looks up the commit that an operation made.
   *
   * @param sha256 of the request, so that another request of the same operation is not taken for
   *     this one
   * @return empty if there is no record of the operation now, or if it was abandoned
   * @throws OperationMismatchException if the operation was published with other bytes
   * @throws NotFoundException if the project does not exist
   */
  Optional<CommitInfo> findOperation(ProjectName project, OperationId operation, String sha256);

  /**
   * Looks up the commit that a request made, like the other look-up. For a catalog that finds it
   * sooner if it knows what was asked for.
   *
   * @throws OperationMismatchException if the operation was published with other bytes
   * @throws NotFoundException if the project does not exist
   */
  default Optional<CommitInfo> findOperation(PublishRequest request) {
    return findOperation(request.project(), request.operationId(), request.sha256());
  }

  /**
   * Fences an operation, durably: unless it has landed, it never will, however late a request
   * arrives. Abandoning again answers the same.
   *
   * @param sha256 of the request
   * @return the commit that the operation made before; empty if it is abandoned now
   * @throws OperationMismatchException if the operation was published with other bytes
   * @throws NotFoundException if the project does not exist
   */
  Optional<CommitInfo> abandon(ProjectName project, OperationId operation, String sha256);

  /**
   * Fences the operation of a request, like the other method. For a catalog that needs to move no
   * more than the request's own branch if it knows what was asked for.
   *
   * @return the commit that the operation made before; empty if it is abandoned now
   * @throws OperationMismatchException if the operation was published with other bytes
   * @throws NotFoundException if the project does not exist
   */
  default Optional<CommitInfo> abandon(PublishRequest request) {
    return abandon(request.project(), request.operationId(), request.sha256());
  }

  /**
   * Removes what the catalog itself keeps beside commits and needs no more: preparations of
   * publishes that never ended, and records that only speed look-ups up. No outcome is lost by it,
   * and no file.
   *
   * @param before what is not as old is left; one that is still in use must not be as old
   * @return how many things were removed; 0 from a catalog that keeps none
   * @throws NotFoundException if the project does not exist
   */
  default int removeLeftovers(ProjectName project, Instant before) {
    return 0;
  }

  /**
   * Tells how the caller reaches the object stores in which the catalog's projects lie. Clients ask
   * for it when they need a file in one, and again before what they were told expires. It may hold
   * keys: whoever gets it shows it to nobody.
   *
   * @return what has not expired
   * @throws NotSupportedException if the catalog lacks {@link Capability#STORAGE_ACCESS}; its
   *     clients have access of their own
   */
  default StorageAccess storageAccess() {
    throw new NotSupportedException(
        "This catalog does not tell how to reach object stores; set StorageOptions");
  }

  /** Gives back what the catalog holds. Calling it again has no effect. */
  @Override
  void close();
}
