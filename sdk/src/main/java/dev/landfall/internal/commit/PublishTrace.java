package dev.landfall.internal.commit;

import dev.landfall.catalog.PublishRequest;
import dev.landfall.event.ClientListener;
import dev.landfall.event.Outcome;
import dev.landfall.event.PublishFinished;
import dev.landfall.event.PublishStarted;
import dev.landfall.internal.retry.Pacing;
import dev.landfall.model.Attempt;
import dev.landfall.model.CommitId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the log and the listener of one publish. */
final class PublishTrace {

  private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

  private final PublishRequest request;
  private final Pacing pacing;
  private final ClientListener listener;
  private final long start;

  private PublishTrace(PublishRequest request, Pacing pacing, ClientListener listener) {
    this.request = request;
    this.pacing = pacing;
    this.listener = listener;
    this.start = pacing.nanoTime().getAsLong();
  }

  static PublishTrace begin(PublishRequest request, Pacing pacing, ClientListener listener) {
    LOG.debug(
        "Operation {} is published to branch '{}' of project '{}', expecting head {}",
        request.operationId(),
        request.content().branch(),
        request.project(),
        request.content().expectedHead());
    listener.publishStarted(
        new PublishStarted(
            request.project(),
            request.content().branch(),
            request.operationId(),
            request.content().changes().size()));
    return new PublishTrace(request, pacing, listener);
  }

  void end(PublishOutcome outcome, List<Attempt> failedAttempts) {
    log(outcome, failedAttempts);
    listener.publishFinished(
        new PublishFinished(
            request.project(),
            request.content().branch(),
            request.operationId(),
            wordOf(outcome),
            commitOf(outcome),
            failedAttempts,
            Duration.ofNanos(pacing.nanoTime().getAsLong() - start)));
  }

  private void log(PublishOutcome outcome, List<Attempt> failedAttempts) {
    if (outcome instanceof PublishOutcome.Unknown unknown) {
      LOG.warn(
          "Operation {} has an unknown outcome after {} failed attempts; recover it, publish the"
              + " same frozen commit again, or abandon it: {}",
          request.operationId(),
          failedAttempts.size(),
          String.valueOf(unknown.lastFailure()));
      LOG.debug("Operation {} failed last by", request.operationId(), unknown.lastFailure());
    } else if (outcome instanceof PublishOutcome.Published published) {
      LOG.debug(
          "Operation {} is published as {}{}",
          request.operationId(),
          published.commit(),
          published.replayed() ? ", by an earlier send" : "");
    } else {
      LOG.info("Operation {} is not published: {}", request.operationId(), outcome);
    }
  }

  private static Outcome wordOf(PublishOutcome outcome) {
    if (outcome instanceof PublishOutcome.Published) {
      return Outcome.PUBLISHED;
    } else if (outcome instanceof PublishOutcome.BranchMoved) {
      return Outcome.BRANCH_MOVED;
    } else if (outcome instanceof PublishOutcome.Conflicted) {
      return Outcome.CONFLICTED;
    } else if (outcome instanceof PublishOutcome.Unknown) {
      return Outcome.UNKNOWN;
    }
    return Outcome.FAILED;
  }

  private static @Nullable CommitId commitOf(PublishOutcome outcome) {
    return outcome instanceof PublishOutcome.Published published ? published.commit().id() : null;
  }
}
