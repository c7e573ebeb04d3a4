package dev.landfall.internal.bindings;

import java.util.UUID;

/** What a name is bound to: a table and its version. */
public record Binding(UUID tableId, String metadataLocation) {}
