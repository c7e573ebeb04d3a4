package dev.landfall.importrules.broken.internal.engine;

/** Something of a catalog's own. */
public record Rows(int count) {}
