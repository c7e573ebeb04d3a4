package dev.landfall.testkit.contract;

import dev.landfall.internal.engine.DirectoryCatalog;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A catalog without any capability keeps the contract too: it refuses. */
class LimitedContractTest extends CatalogContract {

  @TempDir static Path directory;

  LimitedContractTest() {
    super(
        () ->
            new LimitedCatalog(
                DirectoryCatalog.open(directory, DirectoryCatalog.Options.defaults())));
  }
}
