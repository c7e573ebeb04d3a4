package dev.landfall.internal.engine;

import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** What a mutation works with. */
record WriteContext(SqlSession session, InstantSource clock, EngineHooks hooks, HeadMirror mirror) {

  /** Returns the time in milliseconds, as the database keeps it. */
  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  void reached(Step step) throws SQLException {
    hooks.reached(step, session.connection());
  }
}
