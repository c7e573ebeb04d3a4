package dev.landfall.internal.engine;

import java.sql.SQLException;

/** For database commits that are durable when they return. */
record ImmediateSync(HighWaterMark mark) implements CommitSync {

  @Override
  public long next(SqlSession session) throws SQLException {
    return Schema.nextSequence(session);
  }

  @Override
  public void committed(long sequence) {
    mark.raise(sequence);
  }

  @Override
  public boolean failed() {
    return false;
  }

  @Override
  public void close() {
    // Nothing is left to sync, and the mark belongs to the store.
  }
}
