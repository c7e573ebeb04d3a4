package dev.landfall.testkit.simulation;

import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import dev.landfall.model.OperationId;

/** What a caller asked for. */
public sealed interface Call {

  /** One publish of a frozen commit, however many attempts it made; also of a resumed one. */
  record Publish(OperationId operation) implements Call {}

  /** Looked up what became of an operation. */
  record Recover(OperationId operation) implements Call {}

  /** Fenced an operation. */
  record Abandon(OperationId operation) implements Call {}

  /** Created a branch at a commit. */
  record CreateBranch(BranchName branch, CommitId from) implements Call {}

  /** Deleted a branch, if its head was the expected one. */
  record DeleteBranch(BranchName branch, CommitId expectedHead) implements Call {}

  /** Pinned a branch. */
  record ReadHead(BranchName branch) implements Call {}

  /** Read all tables of a commit. */
  record ReadTables(CommitId commit) implements Call {}
}
