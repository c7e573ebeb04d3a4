package dev.landfall.importrules.broken.internal.nessie;

import dev.landfall.importrules.broken.internal.engine.Rows;

/** A catalog that makes use of another one. */
record AsksEngine(Rows rows) {}
