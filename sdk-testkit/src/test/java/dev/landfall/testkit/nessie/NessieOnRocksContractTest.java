package dev.landfall.testkit.nessie;

import dev.landfall.testkit.contract.CatalogContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Nessie's server as it is delivered, with its repository in RocksDB. */
@Tag("nessie-server")
class NessieOnRocksContractTest extends CatalogContract {

  @TempDir static Path directory;
  private static NessieServer server;

  NessieOnRocksContractTest() {
    super(() -> NessieContractTest.connect(server.uri(), directory.resolve("warehouse")));
  }

  @BeforeAll
  static void start() throws Exception {
    server = NessieServer.start(directory.resolve("repository"), NessieServer.freePort());
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }
}
