package dev.landfall.testkit.contract;

import dev.landfall.config.HttpOptions;
import dev.landfall.internal.engine.DirectoryCatalog;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A directory behind HTTP/1.1, with the faults on the wire. */
class HttpContractTest extends CatalogContract {

  @TempDir static Path directory;

  HttpContractTest() {
    super(
        new ServedCatalog(
            () -> DirectoryCatalog.open(directory, DirectoryCatalog.Options.defaults()),
            HttpOptions.defaults()));
  }
}
