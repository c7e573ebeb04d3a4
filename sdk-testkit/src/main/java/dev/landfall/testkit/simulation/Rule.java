package dev.landfall.testkit.simulation;

/** What a history must keep. */
public enum Rule {
  /** An operation makes one commit at most, and no commit comes from nobody. */
  AT_MOST_ONCE,
  /** What was answered as published is in the history, as that commit, where it may stand. */
  PUBLISHED_IS_IN_HISTORY,
  /** What was answered as not published never lands. */
  REFUSED_NEVER_LANDS,
  /** Once an operation was seen landed, everybody who asks later sees the same commit. */
  RECOVER_NEVER_GOES_BACK,
  /** A fenced operation never lands. */
  ABANDONED_NEVER_LANDS,
  /** Readers see all tables of a commit as it changed them. */
  ALL_OR_NONE,
  /** The commits of a branch form one line, each on what it was made for. */
  ONE_LINE,
  /** The line of a branch keeps the order of what was seen one after the other. */
  REAL_TIME,
  /** A commit that anybody saw stays, with its operation record and its files. */
  NOTHING_LOST
}
