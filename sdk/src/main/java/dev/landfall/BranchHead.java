package dev.landfall;

import dev.landfall.catalog.Capability;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.Comparison;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The head of a branch as it was when it was pinned. It never moves; only from it can a {@link
 * Commit} start. Thread-safe.
 */
public final class BranchHead extends Snapshot {

  private final BranchName branch;
  private final UUID branchId;

  BranchHead(
      ProjectScope scope,
      BranchName branch,
      UUID branchId,
      CommitId commitId,
      @Nullable CommitInfo info) {
    super(scope, commitId, info);
    this.branch = branch;
    this.branchId = branchId;
  }

  static BranchHead of(ProjectScope scope, BranchState state) {
    return new BranchHead(scope, state.name(), state.branchId(), state.head().id(), state.head());
  }

  /** Returns the same branch at a commit that was published onto this head. */
  BranchHead advancedTo(CommitInfo commit) {
    return new BranchHead(scope(), branch, branchId, commit.id(), commit);
  }

  UUID branchId() {
    return branchId;
  }

  /** Returns the name of the branch. */
  public BranchName branch() {
    return branch;
  }

  /** Starts a commit on this head. Does no I/O. */
  public Commit commit() {
    return new Commit(this, Comparison.HEAD);
  }

  /**
   * Starts a release on this head: a commit that other commits do not disturb, as long as the
   * tables that it stages are still as they are here. It is published onto whatever the branch's
   * head is then. Does no I/O.
   *
   * <p>Releases are for writers who own their tables and share a branch. Whoever computes one table
   * from others should use {@link #commit}, or assert those others unchanged.
   *
   * @throws dev.landfall.catalog.NotSupportedException if the catalog cannot compare table by table
   */
  public Commit release() {
    scope().require(Capability.RELEASE);
    return new Commit(this, Comparison.TABLES);
  }

  /** Two heads are equal if they are the same branch at the same commit through the same client. */
  @Override
  public boolean equals(@Nullable Object other) {
    return super.equals(other)
        && other instanceof BranchHead that
        && branch.equals(that.branch)
        && branchId.equals(that.branchId);
  }

  @Override
  public int hashCode() {
    return 31 * super.hashCode() + branchId.hashCode();
  }

  @Override
  public String toString() {
    return "branch " + branch + " of " + super.toString();
  }
}
