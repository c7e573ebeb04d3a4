package dev.landfall.model;

/**
 * Why a change could not be applied although the head was the pinned one. An open set: a catalog
 * may answer a word that this version of the SDK has no constant for.
 */
public record ConflictKind(String word) {

  /** The name to be bound is taken at the head. */
  public static final ConflictKind NAME_TAKEN = new ConflictKind("name-taken");

  /** The head has no table of this name. */
  public static final ConflictKind TABLE_NOT_FOUND = new ConflictKind("table-not-found");

  /** The name belongs to another table at the head. */
  public static final ConflictKind OTHER_TABLE = new ConflictKind("other-table");

  /** The table has another version at the head. */
  public static final ConflictKind VERSION_CHANGED = new ConflictKind("version-changed");

  /** The table does not meet a requirement of an Iceberg table commit at the head. */
  public static final ConflictKind REQUIREMENT_FAILED = new ConflictKind("requirement-failed");

  @Override
  public String toString() {
    return word;
  }
}
