package dev.landfall.internal.commit;

import dev.landfall.catalog.CatalogException;
import dev.landfall.model.Attempt;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.TableConflict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a publish came to. All but {@link Unknown} are definite. */
public sealed interface PublishOutcome {

  /**
   * The commit is in the history.
   *
   * @param replayed whether an earlier send had made it
   */
  record Published(CommitInfo commit, boolean replayed) implements PublishOutcome {}

  /**
   * Nothing was published: the head is not the pinned one.
   *
   * @param actual none if the pinned branch no longer exists
   */
  record BranchMoved(CommitId expected, @Nullable CommitId actual) implements PublishOutcome {}

  /** Nothing was published: these changes do not apply. */
  record Conflicted(List<TableConflict> conflicts) implements PublishOutcome {
    /** Copies the list. */
    public Conflicted {
      conflicts = List.copyOf(conflicts);
    }
  }

  /**
   * The commit may or may not be in the history, now or later.
   *
   * @param attempts of this publish that failed, in order; none if an earlier publish was the
   *     unknown one and this one could not begin, or if the SDK itself failed
   */
  record Unknown(List<Attempt> attempts, Throwable lastFailure) implements PublishOutcome {
    /** Copies the list. */
    public Unknown {
      attempts = List.copyOf(attempts);
    }
  }

  /** Nothing was published, and the error says why. */
  record Failed(CatalogException error) implements PublishOutcome {}
}
