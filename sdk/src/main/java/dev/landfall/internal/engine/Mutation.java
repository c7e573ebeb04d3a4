package dev.landfall.internal.engine;

import java.sql.SQLException;

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
}
