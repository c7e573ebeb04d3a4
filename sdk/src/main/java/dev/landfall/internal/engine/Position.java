package dev.landfall.internal.engine;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Where a commit lies: on a line, at a sequence number. The first commit of a project has number 0,
 * and each other commit one more than its parent, also where a new line begins.
 */
record Position(long line, long seq) {

  /** Reads a row of a line and a sequence number. */
  static Position read(ResultSet row) throws SQLException {
    return new Position(row.getLong(1), row.getLong(2));
  }

  /** Returns whether this is the place of a project's first commit. */
  boolean isFirst() {
    return seq == 0;
  }

  /** Returns the place of the next commit on the line of a branch. */
  Position nextOn(long branchLine) {
    return new Position(branchLine, seq + 1);
  }
}
