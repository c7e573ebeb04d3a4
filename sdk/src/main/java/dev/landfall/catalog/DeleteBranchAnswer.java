package dev.landfall.catalog;

import dev.landfall.model.CommitId;

/** A catalog's answer to the deletion of a branch. */
public sealed interface DeleteBranchAnswer {

  /** The branch is gone; its commits and their operation records stay. */
  record Deleted() implements DeleteBranchAnswer {}

  /** The head is not the expected one; the branch stays as it is. */
  record BranchMoved(CommitId actualHead) implements DeleteBranchAnswer {}
}
