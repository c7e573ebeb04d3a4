package dev.landfall.internal.engine;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.model.ProjectName;
import java.util.Optional;

/**
 * A PostgreSQL database, and the directory in which this process places the files of the projects
 * that it creates. Where a project's files lie is kept with the project, for all processes.
 */
record PostgresStore(String where, Optional<CatalogDirectory> warehouse) implements Store {

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
                        + " all processes see at the same path"))
        .createLocation(project);
  }

  @Override
  public void close() {
    // The connections belong to the readers and the writer.
  }
}
