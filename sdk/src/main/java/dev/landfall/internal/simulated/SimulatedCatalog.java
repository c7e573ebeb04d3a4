package dev.landfall.internal.simulated;

import dev.landfall.catalog.Catalog;
import dev.landfall.internal.retry.Pacing;
import dev.landfall.internal.storage.FileSync;

/** A catalog in a simulated world: its clients take time, chance and the disk from there too. */
public interface SimulatedCatalog extends Catalog {

  /** Returns by what a client measures and waits. */
  Pacing pacing();

  /** Returns what makes the files of a client durable. */
  FileSync fileSync();
}
