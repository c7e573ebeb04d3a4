package dev.landfall;

import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.commit.PublishOutcome;
import dev.landfall.internal.commit.SendHistory;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.OperationId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A commit whose request is fixed: the exact bytes and one operation id. However often and from
 * whatever process it is published, it lands at most once. Immutable and thread-safe; two frozen
 * commits are equal if their requests are.
 */
public final class FrozenCommit {

  private final BranchHead head;
  private final PublishRequest request;
  private final SendHistory history;

  private FrozenCommit(BranchHead head, PublishRequest request, SendHistory history) {
    this.head = head;
    this.request = request;
    this.history = history;
  }

  static FrozenCommit freeze(BranchHead head, PublishRequest request) {
    return new FrozenCommit(head, request, SendHistory.neverSent());
  }

  static FrozenCommit resume(ProjectScope scope, SavedCommit saved) {
    PublishRequest request = saved.toRequest();
    CommitContent content = request.content();
    if (!content.project().equals(scope.name())) {
      throw new SavedCommitFormatException(
          "Cannot resume the commit: field 'project' is '"
              + content.project()
              + "', not '"
              + scope.name()
              + "'; resume it with the project that it was saved for",
          "project",
          null);
    }
    BranchHead head =
        new BranchHead(scope, content.branch(), content.branchId(), content.expectedHead(), null);
    return new FrozenCommit(head, request, SendHistory.mayHaveBeenSent());
  }

  /** Returns the operation id, under which the commit is published at most once. */
  public OperationId operationId() {
    return request.operationId();
  }

  /** Returns the pinned head that the commit is published onto, also after a restart. */
  public BranchHead head() {
    return head;
  }

  /** Returns the staged changes, in the order in which they were staged. */
  public List<Change> changes() {
    return request.content().changes();
  }

  /** Returns the message; empty if none was given. */
  public Optional<String> message() {
    return Optional.ofNullable(request.content().message());
  }

  /**
   * Returns the commit as a value to store, which resumes in another process. Does no I/O. Each
   * copy knows of its own publishes only: where another one may have been resumed meanwhile,
   * recover or abandon before redoing the writes after a failure that no catalog has answered.
   */
  public SavedCommit save() {
    return SavedCommit.of(request);
  }

  /**
   * Publishes all staged changes as one commit of the branch, or nothing. Sends the same bytes as
   * every earlier publish of this commit; if one of those landed, answers the head that it made,
   * also when the branch has moved on since. Blocks for at most the time that the client's retry
   * policy allows. Any {@code RuntimeException} means: not published. Where an earlier publish of
   * this commit, in this process or before it was resumed, may have arrived, a refusal proves
   * nothing about that one, so the outcome is then unknown; only a conflict of a release is made
   * definite by abandoning the operation, as the conflict may pass and the earlier request land.
   * Over HTTP that is done for every release that conflicts, as a request may be delivered twice.
   *
   * @return the head that this operation made
   * @throws BranchMovedException if the branch has another head. Nothing was published; pin it
   *     again and redo the writes in a new commit
   * @throws CommitConflictException if a staged change does not fit the head. Nothing was
   *     published; stage other changes in a new commit
   * @throws OutcomeUnknownException if no answer came back from a request that may have arrived.
   *     Recover, publish again or abandon; do not redo the writes before
   * @throws OperationAbandonedException if the operation was abandoned. It never lands; the writes
   *     may be redone in a new commit
   * @throws OperationMismatchException if the operation id belongs to another request. Give every
   *     commit an id of its own
   * @throws CatalogException if it failed for another definite reason: nothing was published; the
   *     same commit may be published when the reason is gone
   */
  public BranchHead publish()
      throws BranchMovedException, CommitConflictException, OutcomeUnknownException {
    return tryPublish().orElseThrow();
  }

  /**
   * Publishes like {@link #publish()}, and returns the outcome as a value instead of throwing it.
   */
  public PublishResult tryPublish() {
    return toResult(head.scope().publisher().publish(request, history));
  }

  /**
   * Looks up whether this operation has landed. Publishes nothing, and may be called at any time,
   * in any process.
   *
   * @return the head that this operation made, which need not be today's head of the branch. Empty
   *     means that there is no record <em>now</em>: a request that is still on its way may yet
   *     land. It licenses publishing this same commit, never redoing the writes; to redo them,
   *     {@link #abandon()} first. A commit that has been answered "branch moved" or "conflict"
   *     stays empty
   * @throws OperationMismatchException if the operation id belongs to another request
   * @throws CatalogException if the catalog cannot be asked; call again
   */
  public Optional<BranchHead> recover() {
    return head.scope().publisher().recover(request).map(head::advancedTo);
  }

  /**
   * Looks the operation up, and publishes the same request if there is no record of it: what to do
   * after an unknown outcome or a restart.
   *
   * @return the head that this operation made
   * @throws BranchMovedException as {@link #publish()}
   * @throws CommitConflictException as {@link #publish()}
   * @throws OutcomeUnknownException as {@link #publish()}
   * @throws CatalogException as {@link #recover()} and {@link #publish()}
   */
  public BranchHead recoverOrPublish()
      throws BranchMovedException, CommitConflictException, OutcomeUnknownException {
    Optional<BranchHead> landed = recover();
    return landed.isPresent() ? landed.get() : publish();
  }

  /**
   * Fences the operation in the catalog, durably: unless it has landed already, it never will, in
   * any process, however late a request arrives. Afterwards the writes may safely be redone in a
   * new commit.
   *
   * @return the head that the operation made, if it had already landed: then its writes must not be
   *     redone. Empty if it is abandoned now
   * @throws OperationMismatchException if the operation id belongs to another request
   * @throws dev.landfall.catalog.NotSupportedException if this catalog cannot fence operations
   * @throws CatalogException if no answer came back: call again, before redoing any write
   */
  public Optional<BranchHead> abandon() {
    return head.scope().publisher().abandon(request).map(head::advancedTo);
  }

  private PublishResult toResult(PublishOutcome outcome) {
    if (outcome instanceof PublishOutcome.Published published) {
      return new PublishResult.Published(head.advancedTo(published.commit()), published.replayed());
    }
    if (outcome instanceof PublishOutcome.BranchMoved moved) {
      return new PublishResult.BranchMoved(head.branch(), head.commitId(), moved.actual());
    }
    if (outcome instanceof PublishOutcome.Conflicted conflicted) {
      return new PublishResult.Conflicted(conflicted.conflicts());
    }
    if (outcome instanceof PublishOutcome.Unknown unknown) {
      return new PublishResult.Unknown(this, unknown.attempts(), unknown.lastFailure());
    }
    return new PublishResult.Failed(((PublishOutcome.Failed) outcome).error());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FrozenCommit that && request.equals(that.request);
  }

  @Override
  public int hashCode() {
    return request.hashCode();
  }

  @Override
  public String toString() {
    return "frozen commit " + operationId() + " on " + head;
  }
}
