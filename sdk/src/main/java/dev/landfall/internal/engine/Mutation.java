package dev.landfall.internal.engine;

import java.sql.SQLException;
import java.util.Optional;

/**
 * One change of the catalog: looks at what is there, and writes or refuses. The writer runs it
 * inside a database transaction, and makes durable what it wrote.
 */
@FunctionalInterface
interface Mutation<T> {

  /**
   * Checks and writes. An answer or exception without a row written is a refusal and costs no
   * database commit; rows written before an exception are taken back.
   */
  T apply(WriteContext context) throws SQLException;

  /** Returns the branch that it may move or delete, if it is of that kind. */
  default Optional<HeadMirror.Branch> moves() {
    return Optional.empty();
  }

  /** Tells the mirror what it did to the branch, when that is durable. */
  default void reflect(T answer, HeadMirror mirror) {}
}
