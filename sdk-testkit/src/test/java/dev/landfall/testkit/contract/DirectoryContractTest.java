package dev.landfall.testkit.contract;

import dev.landfall.internal.engine.DirectoryCatalog;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A directory in the same process. */
class DirectoryContractTest extends CatalogContract {

  @TempDir static Path directory;

  DirectoryContractTest() {
    super(() -> DirectoryCatalog.open(directory, DirectoryCatalog.Options.defaults()));
  }
}
