package dev.landfall.internal.engine;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A seam for tests and simulations: sees every step of every write, may make it fail, and decides
 * how a caller waits for its batch and when a background task runs, so that a scheduler can let one
 * thread run at a time.
 */
@FunctionalInterface
public interface EngineHooks {

  /** The hooks of production. */
  EngineHooks NONE = (step, connection) -> {};

  /** Called by the writing thread when it has reached a step. */
  void reached(Step step, Connection connection) throws SQLException;

  /** Called by a reading thread that holds nothing, with what the database has answered it. */
  default void read() {}

  /** Called when the write-ahead log was synced for commits that had returned before. */
  default void logSynced() throws IOException {}

  /** Makes what runs the syncs that commits do not wait for. */
  default Background newBackground() {
    return Background.thread("landfall-sync");
  }

  /** Makes what a caller waits on for its batch. */
  default Condition newCondition(ReentrantLock lock) {
    return lock.newCondition();
  }
}
