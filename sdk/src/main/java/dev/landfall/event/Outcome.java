package dev.landfall.event;

/** How a publish ended, in one word. */
public enum Outcome {
  /** The commit is in the history. */
  PUBLISHED,
  /** Nothing was published, because the branch head is another one than the pinned one. */
  BRANCH_MOVED,
  /** Nothing was published, because changes do not apply at the head. */
  CONFLICTED,
  /** It cannot be told whether the commit was published; recover, publish again, or abandon it. */
  UNKNOWN,
  /** Nothing was published, because the catalog refused or nothing could be sent. */
  FAILED
}
