package dev.landfall.testkit.iceberg;

import dev.landfall.LandfallClient;
import dev.landfall.testkit.server.CatalogServer;
import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.TestTables;
import org.apache.iceberg.rest.RESTCatalog;
import org.junit.jupiter.api.AfterEach;

/** Iceberg's tests by Iceberg's own REST client against the server. */
class RestIcebergCatalogTest extends IcebergCatalogTests<RESTCatalog> {

  private static final String TOKEN = "a-token-of-the-tests";

  private CatalogServer server;

  @Override
  RESTCatalog newCatalog() {
    return new RESTCatalog();
  }

  @Override
  Map<String, String> connection() {
    if (server == null) {
      Path lake = temporary.resolve("lake");
      try (LandfallClient client = LandfallClient.open(lake)) {
        client.createProject("demo");
      }
      server = CatalogServer.builder(lake).token(TOKEN).start();
    }
    return Map.of(
        CatalogProperties.URI,
        server.uri() + "/iceberg",
        "token",
        TOKEN,
        // Of the tests of Iceberg too: its usual one needs more of Hadoop than there is here.
        CatalogProperties.FILE_IO_IMPL,
        TestTables.LocalFileIO.class.getName());
  }

  @Override
  protected boolean supportsServerSideRetry() {
    return true;
  }

  @AfterEach
  void stop() {
    server.close();
  }
}
