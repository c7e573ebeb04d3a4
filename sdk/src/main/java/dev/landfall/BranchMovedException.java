package dev.landfall;

import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The head of the branch is not the one that was pinned. Nothing was published, and nothing will
 * be: pin the branch again, open the tables again and redo the writes in a new commit. A first
 * version from {@link Project#writeTable} does not depend on a head and may be staged again as it
 * is.
 */
public final class BranchMovedException extends PublishException {

  private static final long serialVersionUID = 1L;

  private final transient BranchName branch;
  private final transient CommitId expectedHead;
  private final transient @Nullable CommitId actualHead;

  BranchMovedException(BranchName branch, CommitId expectedHead, @Nullable CommitId actualHead) {
    super(message(branch, expectedHead, actualHead), null);
    this.branch = branch;
    this.expectedHead = expectedHead;
    this.actualHead = actualHead;
  }

  /** Returns the branch. */
  public BranchName branch() {
    return branch;
  }

  /** Returns the head that was pinned. */
  public CommitId expectedHead() {
    return expectedHead;
  }

  /**
   * Returns the head that the branch had instead; empty if the pinned branch is gone, or was
   * deleted and created again under its name.
   */
  public Optional<CommitId> actualHead() {
    return Optional.ofNullable(actualHead);
  }

  private static String message(
      BranchName branch, CommitId expectedHead, @Nullable CommitId actualHead) {
    String now =
        actualHead == null
            ? "the pinned branch no longer exists"
            : "its head is " + actualHead + ", not " + expectedHead;
    return "Branch '" + branch + "' moved: " + now + "; nothing was published, pin it again";
  }
}
