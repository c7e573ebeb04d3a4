package dev.landfall;

import dev.landfall.catalog.CatalogException;
import dev.landfall.internal.retry.Backoff;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pins a branch, lets the application make a commit on the head, and publishes it; on a moved
 * branch does so again, because only the application can compute its writes from the new rows.
 */
final class UpdateLoop {

  /** How often the work is done at most. */
  static final int MAX_ROUNDS = 10;

  private static final Logger LOG = LoggerFactory.getLogger(UpdateLoop.class);

  private final Project project;
  private final Backoff backoff;

  UpdateLoop(Project project, Backoff backoff) {
    this.project = project;
    this.backoff = backoff;
  }

  BranchHead run(String branch, Function<BranchHead, Commit> work)
      throws BranchMovedException, CommitConflictException, OutcomeUnknownException {
    for (int round = 1; ; round++) {
      BranchHead head = project.branch(branch);
      FrozenCommit commit = freeze(head, work.apply(head));
      PublishResult result = settle(commit);
      boolean again = result instanceof PublishResult.BranchMoved && round < MAX_ROUNDS;
      if (!again || !backoff.pause(round)) {
        return result.orElseThrow();
      }
      LOG.debug("Branch {} moved in round {}; pinning it again", branch, round);
    }
  }

  private static FrozenCommit freeze(BranchHead head, Commit commit) {
    if (!commit.head().equals(head)) {
      throw new IllegalArgumentException(
          "The commit is on " + commit.head() + ", not on " + head + "; start it from that head");
    }
    return commit.freeze();
  }

  /**
   * Publishes; an unknown outcome is looked up, and the same request sent again, before all else.
   */
  private static PublishResult settle(FrozenCommit commit) {
    PublishResult result = commit.tryPublish();
    if (!(result instanceof PublishResult.Unknown)) {
      return result;
    }
    try {
      Optional<BranchHead> landed = commit.recover();
      return landed.isPresent()
          ? new PublishResult.Published(landed.get(), true)
          : commit.tryPublish();
    } catch (CatalogException e) {
      LOG.debug("Operation {} could not be looked up", commit.operationId(), e);
      return result;
    }
  }
}
