package dev.landfall.importrules.broken.internal.table;

import dev.landfall.importrules.broken.iceberg.AsksInternal;

/** Looks up to what stands on the facade. */
final class AsksAbove {
  final AsksInternal above = new AsksInternal();
}
