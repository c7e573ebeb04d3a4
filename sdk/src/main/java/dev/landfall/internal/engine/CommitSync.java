package dev.landfall.internal.engine;

import java.io.IOException;

/** Notes which database commits are durable. Called by the one writer, in the commits' order. */
interface CommitSync extends AutoCloseable {

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
