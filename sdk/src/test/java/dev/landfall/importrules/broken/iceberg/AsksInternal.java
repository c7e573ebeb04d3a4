package dev.landfall.importrules.broken.iceberg;

import dev.landfall.importrules.broken.internal.table.Prints;

/** Goes past the facade. */
public final class AsksInternal {
  final Prints prints = new Prints();
}
