package dev.landfall.internal.engine;

import dev.landfall.internal.storage.Warehouse;
import dev.landfall.model.ProjectName;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A catalog's directory, and what is held in it: nothing if it is only read. */
record DirectoryStore(
    CatalogDirectory directory,
    Warehouse warehouse,
    @Nullable DirectoryLock lock,
    @Nullable HighWaterMark mark)
    implements Store {

  @Override
  public String where() {
    return directory.root().toString();
  }

  @Override
  public String prepareLocation(ProjectName project) {
    return warehouse.createLocation(project);
  }

  @Override
  public void close() throws IOException {
    try (lock;
        mark) {
      // Both are closed in any case, the lock last.
    }
  }
}
