package dev.landfall.testkit.simulation;

import dev.landfall.model.CommitId;
import dev.landfall.model.TableName;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a caller was told. */
public sealed interface Answer {

  /** The caller ended before it was told anything. */
  record None() implements Answer {}

  /** The operation has landed as this commit: a publish, a recovery or an abandonment says so. */
  record Landed(CommitId commit) implements Answer {}

  /**
   * A publish or a deletion found another head.
   *
   * @param actual none if the pinned branch is gone, or if the caller did not see it
   */
  record BranchMoved(@Nullable CommitId actual) implements Answer {}

  /** The changes do not fit. */
  record Conflicted() implements Answer {}

  /** A publish does not know whether it landed. */
  record Unknown() implements Answer {}

  /**
   * A publish failed, and says that nothing was published; or another call was refused.
   *
   * @param abandoned whether the reason is that the operation was abandoned
   */
  record Failed(String reason, boolean abandoned) implements Answer {}

  /** Another call than a publish failed, and may have had its effect. */
  record Lost() implements Answer {}

  /** A recovery found no record. */
  record NoRecord() implements Answer {}

  /** The operation is fenced. */
  record Abandoned() implements Answer {}

  /** A branch and its head. */
  record Head(UUID branchId, CommitId commit) implements Answer {}

  /** The branch was deleted. */
  record Deleted() implements Answer {}

  /** The tables of a commit, by their names. */
  record Tables(Map<TableName, SeenTable> tables) implements Answer {
    /** Copies the map. */
    public Tables {
      TreeMap<TableName, SeenTable> sorted =
          new TreeMap<>((a, b) -> a.qualified().compareTo(b.qualified()));
      sorted.putAll(tables);
      tables = Collections.unmodifiableMap(sorted);
    }
  }
}
