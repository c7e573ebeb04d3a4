package dev.landfall.model;

/** What a catalog compares with the branch before it publishes a commit. */
public enum Comparison {
  /** The whole head: the branch may have no other commit since the commit was staged. */
  HEAD,
  /**
   * Each change by itself: other commits may have come meanwhile, as long as every staged change
   * still fits what its table is now. Such a commit is called a release.
   */
  TABLES
}
