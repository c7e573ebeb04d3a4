package dev.landfall.catalog;

import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.TableConflict;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A catalog's own, definite answer to a publish. */
public sealed interface PublishAnswer {

  /**
   * The operation is in the history.
   *
   * @param replayed whether an earlier send of the request had already landed
   */
  record Published(CommitInfo commit, boolean replayed) implements PublishAnswer {}

  /** The branch head is not the expected one; nothing was published. */
  final class BranchMoved implements PublishAnswer {

    private final @Nullable CommitId actualHead;

    /** Makes the answer; without a head, the branch is gone or is another one of its name. */
    public BranchMoved(@Nullable CommitId actualHead) {
      this.actualHead = actualHead;
    }

    /** Returns the head of the branch; empty if the pinned branch no longer exists. */
    public Optional<CommitId> actualHead() {
      return Optional.ofNullable(actualHead);
    }

    @Override
    public String toString() {
      return "BranchMoved[actualHead=" + actualHead + "]";
    }
  }

  /** The head was the expected one, but these changes cannot be applied; nothing was published. */
  record Conflicted(List<TableConflict> conflicts) implements PublishAnswer {
    /** Copies the list. */
    public Conflicted {
      conflicts = List.copyOf(conflicts);
    }
  }
}
