package dev.landfall.testkit.contract;

import dev.landfall.config.HttpOptions;
import dev.landfall.internal.engine.DirectoryCatalog;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A directory behind HTTP/2, with the faults on the wire. */
class Http2ContractTest extends CatalogContract {

  @TempDir static Path directory;

  Http2ContractTest() {
    super(
        new ServedCatalog(
            () -> DirectoryCatalog.open(directory, DirectoryCatalog.Options.defaults()),
            HttpOptions.builder().http2PriorKnowledge().build()));
  }
}
