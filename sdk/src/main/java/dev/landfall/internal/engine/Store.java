package dev.landfall.internal.engine;

import dev.landfall.model.ProjectName;
import java.io.IOException;

/** The place that a catalog's database and files lie in. */
interface Store extends AutoCloseable {

  /** Names the place in messages. */
  String where();

  /** Makes the place of a project's files, durably, and returns its URI. */
  String prepareLocation(ProjectName project);

  @Override
  void close() throws IOException;
}
