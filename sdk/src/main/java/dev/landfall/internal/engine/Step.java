package dev.landfall.internal.engine;

/** The moments of a write at which {@link EngineHooks} are called, in their order. */
public enum Step {
  /** The database transaction has begun. */
  BEGUN,
  /** All checks have passed; nothing is written yet. */
  CHECKED,
  /** The commit record is written. */
  COMMIT_WRITTEN,
  /** The operation record is written. */
  OPERATION_WRITTEN,
  /** The table pointers are written. */
  POINTERS_WRITTEN,
  /** The branch has its new head. */
  BRANCH_WRITTEN,
  /** All is written that the database commit will make durable. */
  SEQUENCE_WRITTEN,
  /** The database commit is about to be issued; from here on a failure is no proof of anything. */
  COMMIT_ISSUED,
  /** The database commit is durable; nobody knows yet. */
  COMMITTED,
  /** The high-water mark is written. */
  MARKED
}
