package dev.landfall.model;

/** One change that a catalog could not apply, and why. */
public record TableConflict(TableName table, ConflictKind kind, String message) {}
