package dev.landfall.testkit.iceberg;

import dev.landfall.iceberg.LandfallCatalog;
import dev.landfall.testkit.server.CatalogServer;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.junit.jupiter.api.AfterEach;

/** Iceberg's tests over HTTP, with a token. */
class HttpIcebergCatalogTest extends IcebergCatalogTests<LandfallCatalog> {

  private static final String TOKEN = "a-token-of-the-tests";

  private CatalogServer server;

  @Override
  LandfallCatalog newCatalog() {
    return new LandfallCatalog();
  }

  @Override
  Map<String, String> connection() {
    if (server == null) {
      server = CatalogServer.builder(temporary.resolve("lake")).token(TOKEN).start();
    }
    return Map.of(CatalogProperties.URI, server.uri().toString(), "token", TOKEN);
  }

  @AfterEach
  void stop() {
    server.close();
  }
}
