package dev.landfall.testkit.simulation;

import dev.landfall.catalog.Catalog;
import dev.landfall.config.Durability;
import dev.landfall.internal.engine.Step;
import dev.landfall.internal.storage.FileSync;
import java.sql.Connection;
import java.sql.SQLException;

/** Where tests of the simulation plant a bug. One object serves one history. */
interface Seams {

  /** Nothing is planted. */
  Seams NONE = new Seams() {};

  /** Stands between the SDK of a client and its line. */
  default Catalog clientSide(Catalog catalog) {
    return catalog;
  }

  /** Stands between the server and its engine; made anew whenever the server starts. */
  default Catalog serverSide(Catalog engine) {
    return engine;
  }

  /** Makes the files of clients durable. */
  default FileSync fileSync(FileSync disk) {
    return disk;
  }

  /** When the engine's commits become durable, which is to be as promised. */
  default Durability durability(Durability promised) {
    return promised;
  }

  /** Sees every step of every write. */
  default void reached(Step step, Connection connection) throws SQLException {}
}
