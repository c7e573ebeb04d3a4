package dev.landfall.importrules.broken.config;

import dev.landfall.importrules.broken.internal.table.Prints;

/** A public leaf that looks upwards. */
final class AsksInternal {
  final Prints prints = new Prints();
}
