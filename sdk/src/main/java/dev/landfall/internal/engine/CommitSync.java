package dev.landfall.internal.engine;

import java.io.IOException;
import java.sql.SQLException;

/** Notes which database commits are durable. Called by the one writer, in the commits' order. */
interface CommitSync extends AutoCloseable {

  /** Returns the number of the database commit that follows, and writes it as a part of that. */
  long next(SqlSession session) throws SQLException;

  /** Takes note of a database commit, whose answer is given when this returns. */
  void committed(long sequence);

  /** Returns whether a sync has failed, after which no other one proves anything. */
  boolean failed();

  /**
   * Makes durable what is not yet.
   *
   * @throws IOException if that, or an earlier sync, failed
   */
  @Override
  void close() throws IOException;
}
