package dev.landfall.examples.contract;

import dev.landfall.config.HttpOptions;
import dev.landfall.testkit.contract.CatalogContract;
import dev.landfall.testkit.contract.CatalogUnderTest;
import dev.landfall.testkit.server.CatalogServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A catalog of an application's own keeps the contract. */
@Tag("long")
// snippet: catalog-contract
class CountingCatalogTest extends CatalogContract {

  CountingCatalogTest() {
    super(() -> new CountingCatalog(served().open()));
  }

  // end snippet

  @TempDir static Path directory;
  private static CatalogServer server;

  @BeforeAll
  static void serve() {
    server = CatalogServer.builder(directory).requestLog(false).start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static CatalogUnderTest served() {
    return CatalogUnderTest.at(server.uri(), HttpOptions.defaults());
  }
}
