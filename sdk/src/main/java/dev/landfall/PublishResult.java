package dev.landfall;

import dev.landfall.catalog.CatalogException;
import dev.landfall.model.Attempt;
import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import dev.landfall.model.TableConflict;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The outcome of a publish as a value: exactly one of five. */
public sealed interface PublishResult {

  /**
   * The commit is in the history.
   *
   * @param head the head that this operation made
   * @param replayed whether an earlier send had already landed
   */
  record Published(BranchHead head, boolean replayed) implements PublishResult {}

  /** The branch has another head than the pinned one; nothing was published. */
  final class BranchMoved implements PublishResult {

    private final BranchName branch;
    private final CommitId expectedHead;
    private final @Nullable CommitId actualHead;

    BranchMoved(BranchName branch, CommitId expectedHead, @Nullable CommitId actualHead) {
      this.branch = branch;
      this.expectedHead = expectedHead;
      this.actualHead = actualHead;
    }

    /** Returns the head that was pinned. */
    public CommitId expectedHead() {
      return expectedHead;
    }

    /** Returns the head that the branch had instead; empty if the pinned branch is gone. */
    public Optional<CommitId> actualHead() {
      return Optional.ofNullable(actualHead);
    }

    @Override
    public String toString() {
      return "BranchMoved[expectedHead=" + expectedHead + ", actualHead=" + actualHead + "]";
    }
  }

  /** Staged changes do not fit the pinned head; nothing was published. */
  record Conflicted(List<TableConflict> conflicts) implements PublishResult {}

  /**
   * The commit has landed, may still land, or never will.
   *
   * @param commit settles the outcome by recover, publish or abandon
   */
  record Unknown(FrozenCommit commit, List<Attempt> attempts, @Nullable Throwable lastFailure)
      implements PublishResult {}

  /** Nothing was published, for a definite reason. */
  record Failed(CatalogException error) implements PublishResult {}

  /**
   * Returns the head of a published commit, and throws every other outcome.
   *
   * @throws BranchMovedException if the branch moved: redo the writes on a new head
   * @throws CommitConflictException if staged changes do not fit: stage other ones
   * @throws OutcomeUnknownException if the outcome is unknown: recover, publish or abandon
   * @throws CatalogException if the publish failed: nothing was published
   */
  default BranchHead orElseThrow()
      throws BranchMovedException, CommitConflictException, OutcomeUnknownException {
    if (this instanceof Published published) {
      return published.head();
    }
    if (this instanceof BranchMoved moved) {
      throw new BranchMovedException(moved.branch, moved.expectedHead, moved.actualHead);
    }
    if (this instanceof Conflicted conflicted) {
      throw new CommitConflictException(conflicted.conflicts());
    }
    if (this instanceof Unknown unknown) {
      throw new OutcomeUnknownException(
          unknown.commit(), unknown.attempts(), unknown.lastFailure());
    }
    throw ((Failed) this).error();
  }

  /** Applies the function of this outcome; exhaustive also where {@code switch} is not yet. */
  default <T> T fold(
      Function<? super Published, ? extends T> published,
      Function<? super BranchMoved, ? extends T> branchMoved,
      Function<? super Conflicted, ? extends T> conflicted,
      Function<? super Unknown, ? extends T> unknown,
      Function<? super Failed, ? extends T> failed) {
    if (this instanceof Published outcome) {
      return published.apply(outcome);
    }
    if (this instanceof BranchMoved outcome) {
      return branchMoved.apply(outcome);
    }
    if (this instanceof Conflicted outcome) {
      return conflicted.apply(outcome);
    }
    if (this instanceof Unknown outcome) {
      return unknown.apply(outcome);
    }
    return failed.apply((Failed) this);
  }
}
