package dev.landfall.testkit.iceberg;

import dev.landfall.iceberg.LandfallCatalog;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;

/** Iceberg's tests on a directory. */
class DirectoryIcebergCatalogTest extends IcebergCatalogTests<LandfallCatalog> {

  @Override
  LandfallCatalog newCatalog() {
    return new LandfallCatalog();
  }

  @Override
  Map<String, String> connection() {
    return Map.of(CatalogProperties.URI, temporary.resolve("lake").toString());
  }
}
