package dev.landfall.importrules.broken.internal.table;

import java.util.logging.Logger;

/** Writes where a library must not. */
public final class Prints {
  void print() {
    System.out.println("printed");
    Logger.getLogger("broken").info("logged");
  }
}
