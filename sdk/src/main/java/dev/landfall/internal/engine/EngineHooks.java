package dev.landfall.internal.engine;

import java.sql.Connection;
import java.sql.SQLException;

/** A seam for tests: sees every step of every write, and may make it fail. */
@FunctionalInterface
interface EngineHooks {

  /** The hooks of production. */
  EngineHooks NONE = (step, connection) -> {};

  /** Called by the writing thread when it has reached a step. */
  void reached(Step step, Connection connection) throws SQLException;
}
