package dev.landfall.catalog;

/** What a catalog may or may not be able to do beyond the rules that every catalog keeps. */
public enum Capability {
  /** A table can be bound to another name. */
  RENAME_TABLE,
  /** An operation can be fenced, so that it never lands. */
  ABANDON,
  /** A branch can be created at any commit, not only at the head of another branch. */
  BRANCH_FROM_ANY_COMMIT,
  /** A commit can be compared with the branch table by table, instead of by the whole head. */
  RELEASE,
  /** All table versions that any commit has can be listed, which cleaning up needs. */
  LIST_VERSIONS,
  /** The tables of old commits can be forgotten, so that cleaning up removes their files. */
  EXPIRE_COMMITS,
  /** A branch may have any name that {@link dev.landfall.model.BranchName} takes. */
  ANY_BRANCH_NAME,
  /**
   * A branch that is deleted and created again is another one, with another id, and accepts no
   * commit that was pinned before.
   */
  BRANCH_IDENTITY,
  /** A client is told how to reach the object stores in which the projects lie. */
  STORAGE_ACCESS
}
