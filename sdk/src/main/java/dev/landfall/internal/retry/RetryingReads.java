package dev.landfall.internal.retry;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.model.Attempt;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.Page;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import dev.landfall.model.StorageAccess;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats reads that failed without the catalog's own refusal. What changes something is handed on
 * once: a publish and what settles it have a loop of their own, and the others cannot be repeated
 * without a trace. Safe for use by many threads.
 */
public final class RetryingReads extends ForwardingCatalog {

  private static final Logger LOG = LoggerFactory.getLogger(RetryingReads.class);

  private final Retrier retrier;

  /** Makes a catalog that repeats the reads of another as the retrier says. */
  public RetryingReads(Catalog delegate, Retrier retrier) {
    super(delegate);
    this.retrier = retrier;
  }

  @Override
  public ProjectInfo project(ProjectName project) {
    return read(() -> delegate().project(project));
  }

  @Override
  public Page<ProjectInfo> projects(PageRequest page) {
    return read(() -> delegate().projects(page));
  }

  @Override
  public BranchState branch(ProjectName project, BranchName branch) {
    return read(() -> delegate().branch(project, branch));
  }

  @Override
  public Page<BranchState> branches(ProjectName project, PageRequest page) {
    return read(() -> delegate().branches(project, page));
  }

  @Override
  public CommitInfo commit(ProjectName project, CommitId commit) {
    return read(() -> delegate().commit(project, commit));
  }

  @Override
  public Page<CommitInfo> log(ProjectName project, CommitId from, PageRequest page) {
    return read(() -> delegate().log(project, from, page));
  }

  @Override
  public Optional<TableEntry> table(ProjectName project, CommitId commit, TableName table) {
    return read(() -> delegate().table(project, commit, table));
  }

  @Override
  public Page<TableEntry> tables(ProjectName project, CommitId commit, PageRequest page) {
    return read(() -> delegate().tables(project, commit, page));
  }

  @Override
  public Page<String> versions(ProjectName project, PageRequest page) {
    return read(() -> delegate().versions(project, page));
  }

  @Override
  public StorageAccess storageAccess() {
    return read(() -> delegate().storageAccess());
  }

  private <T> T read(Supplier<T> call) {
    return retrier.run(call, RetryingReads::log).valueOrThrow();
  }

  private static void log(Attempt attempt) {
    LOG.debug("A read failed: {}", attempt);
  }
}
