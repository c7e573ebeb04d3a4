package dev.landfall.model;

import java.util.UUID;

/**
 * One change that a commit makes to a project. A table version is named by the location of its
 * Iceberg {@code metadata.json}; a table id stays the same through updates and renames.
 */
public sealed interface Change {

  /** Returns the name that the change is about: at the commit's parent, or of the created table. */
  TableName table();

  /**
   * Swaps the version of a table.
   *
   * @param baseLocation the version at the parent
   * @param metadataLocation the version after the commit
   */
  record Update(TableName table, UUID tableId, String baseLocation, String metadataLocation)
      implements Change {}

  /** Binds a name to the first version of a new table. */
  record Create(TableName table, UUID tableId, String metadataLocation) implements Change {}

  /** Unbinds the name of a table; no file is deleted. */
  record Drop(TableName table) implements Change {}

  /** Binds the table to another name. */
  record Rename(TableName table, TableName newName) implements Change {}

  /** Changes nothing, and requires that the table has this version at the parent. */
  record AssertUnchanged(TableName table, UUID tableId, String metadataLocation)
      implements Change {}
}
