package dev.landfall.model;

import java.util.UUID;

/** What a commit binds to a table name: the table's id and the location of its version. */
public record TableEntry(TableName name, UUID tableId, String metadataLocation) {}
