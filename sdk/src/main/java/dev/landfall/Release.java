package dev.landfall;

import java.util.List;

/**
 * What a release made.
 *
 * @param head the head that it made
 * @param tables at that head, in the order of the table commits
 */
public record Release(BranchHead head, List<Table> tables) {

  /** Copies the list. */
  public Release {
    tables = List.copyOf(tables);
  }
}
