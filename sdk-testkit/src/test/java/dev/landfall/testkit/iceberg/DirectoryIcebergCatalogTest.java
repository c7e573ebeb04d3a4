package dev.landfall.testkit.iceberg;

import java.util.Map;
import org.apache.iceberg.CatalogProperties;

/** Iceberg's tests on a directory. */
class DirectoryIcebergCatalogTest extends IcebergCatalogTests {

  @Override
  Map<String, String> connection() {
    return Map.of(CatalogProperties.URI, temporary.resolve("lake").toString());
  }
}
