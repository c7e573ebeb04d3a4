package dev.landfall.examples.benchmarks;

import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.jdbc.JdbcCatalog;

/** Opens Iceberg's JDBC catalog, the peer. */
final class JdbcCatalogs {

  /** The namespace of the tables in a catalog that was opened here. */
  static final Namespace NAMESPACE = Namespace.of("bench");

  private JdbcCatalogs() {}

  /**
   * Opens a catalog in a database that has none yet.
   *
   * @param uri of the database, for JDBC
   * @param warehouse where the tables' files go
   */
  static JdbcCatalog open(String name, String uri, String warehouse) {
    return open(name, uri, warehouse, new LocalFiles());
  }

  /** Opens a catalog as above, with its files in a storage of another kind. */
  static JdbcCatalog open(String name, String uri, String warehouse, FileIO files) {
    Map<String, String> properties = new HashMap<>();
    properties.put(CatalogProperties.URI, uri);
    properties.put(CatalogProperties.WAREHOUSE_LOCATION, warehouse);
    properties.put(JdbcCatalog.PROPERTY_PREFIX + "schema-version", "V1");
    JdbcCatalog catalog = new JdbcCatalog(settings -> files, null, true);
    catalog.initialize(name, properties);
    catalog.createNamespace(NAMESPACE);
    return catalog;
  }
}
