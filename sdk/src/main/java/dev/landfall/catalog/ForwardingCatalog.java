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
 * Hands every call to another catalog. A subclass overrides the calls that it watches, refuses or
 * breaks, in order to count them or to test what an application does about a lost answer. The forms
 * of {@code findOperation} and {@code abandon} that take a request end in the others here, so that
 * there is one of each to override; for the sake of a catalog that makes use of the request, a
 * subclass may hand these on too. As thread-safe as what it hands to.
 */
public abstract class ForwardingCatalog implements Catalog {

  private final Catalog delegate;

  /** Makes a catalog that hands every call to the given one, which it closes with itself. */
  protected ForwardingCatalog(Catalog delegate) {
    this.delegate = delegate;
  }

  /** Returns the catalog that gets the calls. */
  protected final Catalog delegate() {
    return delegate;
  }

  @Override
  public Set<Capability> capabilities() {
    return delegate.capabilities();
  }

  @Override
  public ProjectInfo createProject(ProjectName project) {
    return delegate.createProject(project);
  }

  @Override
  public ProjectInfo project(ProjectName project) {
    return delegate.project(project);
  }

  @Override
  public Page<ProjectInfo> projects(PageRequest page) {
    return delegate.projects(page);
  }

  @Override
  public BranchState branch(ProjectName project, BranchName branch) {
    return delegate.branch(project, branch);
  }

  @Override
  public Page<BranchState> branches(ProjectName project, PageRequest page) {
    return delegate.branches(project, page);
  }

  @Override
  public BranchState createBranch(ProjectName project, BranchName branch, CommitId from) {
    return delegate.createBranch(project, branch, from);
  }

  @Override
  public DeleteBranchAnswer deleteBranch(
      ProjectName project, BranchName branch, CommitId expectedHead) {
    return delegate.deleteBranch(project, branch, expectedHead);
  }

  @Override
  public CommitInfo commit(ProjectName project, CommitId commit) {
    return delegate.commit(project, commit);
  }

  @Override
  public Page<CommitInfo> log(ProjectName project, CommitId from, PageRequest page) {
    return delegate.log(project, from, page);
  }

  @Override
  public Optional<TableEntry> table(ProjectName project, CommitId commit, TableName table) {
    return delegate.table(project, commit, table);
  }

  @Override
  public Page<TableEntry> tables(ProjectName project, CommitId commit, PageRequest page) {
    return delegate.tables(project, commit, page);
  }

  @Override
  public Page<String> versions(ProjectName project, PageRequest page) {
    return delegate.versions(project, page);
  }

  @Override
  public long expireCommits(ProjectName project, Instant committedBefore) {
    return delegate.expireCommits(project, committedBefore);
  }

  @Override
  public PublishAnswer publish(PublishRequest request) {
    return delegate.publish(request);
  }

  @Override
  public Optional<CommitInfo> findOperation(
      ProjectName project, OperationId operation, String sha256) {
    return delegate.findOperation(project, operation, sha256);
  }

  @Override
  public Optional<CommitInfo> abandon(ProjectName project, OperationId operation, String sha256) {
    return delegate.abandon(project, operation, sha256);
  }

  @Override
  public int removeLeftovers(ProjectName project, Instant before) {
    return delegate.removeLeftovers(project, before);
  }

  @Override
  public StorageAccess storageAccess() {
    return delegate.storageAccess();
  }

  @Override
  public void close() {
    delegate.close();
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + " of " + delegate;
  }
}
