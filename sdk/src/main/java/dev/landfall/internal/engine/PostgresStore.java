package dev.landfall.internal.engine;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.internal.storage.Warehouse;
import dev.landfall.model.ProjectName;
import java.util.Optional;

/**
 * A PostgreSQL database, and the place in which this process puts the files of the projects that it
 * creates. Where a project's files lie is kept with the project, for all processes.
 */
record PostgresStore(String where, Optional<Warehouse> warehouse) implements Store {

  @Override
  public String prepareLocation(ProjectName project) {
    return warehouse
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "Cannot create project '"
                        + project
                        + "' in "
                        + where
                        + ": there is no place for its files; set the warehouse, a directory that"
                        + " all processes see at the same path or a place in an object store"))
        .createLocation(project);
  }

  @Override
  public void close() {
    // The connections belong to the readers and the writer.
  }
}
