package dev.landfall.internal.engine;

import dev.landfall.model.BranchName;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * What a mutation works with.
 *
 * @param mayWait whether it may wait for the lock of a branch: only while the transaction holds no
 *     other lock, so that two processes never wait for each other
 */
record WriteContext(SqlSession session, InstantSource clock, EngineHooks hooks, boolean mayWait) {

  /** Returns the time in milliseconds, as the database keeps it. */
  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  void reached(Step step) throws SQLException {
    hooks.reached(step, session.connection());
  }

  /** Keeps other writers away from a branch; returns false if there is no such branch. */
  boolean lockBranch(long project, BranchName branch) throws SQLException {
    return session.dialect().lockBranch(session, project, branch, mayWait);
  }

  /** Keeps other writers from creating branches in a project. */
  void lockProject(long project) throws SQLException {
    session.dialect().lockProject(session, project, mayWait);
  }

  WriteContext withoutWaiting() {
    return new WriteContext(session, clock, hooks, false);
  }
}
