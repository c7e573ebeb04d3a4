package dev.landfall.testkit.nessie;

import dev.landfall.catalog.Catalog;
import dev.landfall.config.HttpOptions;
import dev.landfall.config.TimeSource;
import dev.landfall.internal.nessie.NessieCatalog;
import dev.landfall.internal.storage.Storage;
import dev.landfall.testkit.contract.CatalogContract;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A real Nessie server. */
@ExtendWith(WithNessie.class)
class NessieContractTest extends CatalogContract {

  @TempDir static Path warehouse;

  NessieContractTest(NessieServer server) {
    super(() -> connect(server.uri(), warehouse));
  }

  static Catalog connect(URI server, Path warehouse) {
    return NessieCatalog.connect(
        URI.create("nessie+" + server),
        HttpOptions.defaults(),
        warehouse.toString(),
        TimeSource.system(),
        Storage.defaults());
  }
}
