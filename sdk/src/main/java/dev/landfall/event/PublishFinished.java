package dev.landfall.event;

import dev.landfall.model.Attempt;
import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A publish ended.
 *
 * @param commit the commit that was made; only if the outcome is {@link Outcome#PUBLISHED}
 * @param failedAttempts the attempts that failed, in order; empty if the first one succeeded
 * @param elapsed from the begin of the publish, with all waits
 */
public record PublishFinished(
    ProjectName project,
    BranchName branch,
    OperationId operationId,
    Outcome outcome,
    @Nullable CommitId commit,
    List<Attempt> failedAttempts,
    Duration elapsed) {

  /** Copies the list. */
  public PublishFinished {
    failedAttempts = List.copyOf(failedAttempts);
  }
}
