package dev.landfall.importrules.broken.model;

import dev.landfall.importrules.broken.catalog.AsksIceberg;

/** Looks upwards, and closes a cycle. */
public interface AsksCatalog {
  AsksIceberg catalog();
}
