package dev.landfall.testkit.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.CatalogTests;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Iceberg's own tests of a catalog. What they are told that ours does not do, and what is left out
 * of them, stands here and nowhere else, with the reason.
 */
@Timeout(120)
abstract class IcebergCatalogTests<C extends Catalog & SupportsNamespaces & Closeable>
    extends CatalogTests<C> {

  @TempDir Path temporary;
  private final List<C> opened = new ArrayList<>();
  private C catalog;

  /** Makes a catalog that is not initialized. */
  abstract C newCatalog();

  /** Returns the properties of a catalog on a directory of this test's own. */
  abstract Map<String, String> connection();

  @BeforeEach
  void open() throws IOException {
    for (DataFile file : List.of(FILE_A, FILE_B, FILE_C)) {
      makeReal(file);
    }
    catalog = initCatalog("lake", Map.of());
  }

  @AfterEach
  void close() throws IOException {
    for (C each : opened) {
      each.close();
    }
  }

  /**
   * The tests append files that do not exist. A commit here is durable with its files, so one that
   * names a missing file is refused: the files are made, where a test may make files.
   */
  private void makeReal(DataFile file) throws IOException {
    Path path = temporary.resolve(Path.of(file.location()).getFileName());
    Files.writeString(path, "not read");
    ((StructLike) file).set(1, path.toString());
    assertThat(file.location()).isEqualTo(path.toString());
  }

  @Override
  protected C catalog() {
    return catalog;
  }

  @Override
  protected C initCatalog(String name, Map<String, String> additional) {
    Map<String, String> properties = new HashMap<>(connection());
    properties.put(CatalogProperties.WAREHOUSE_LOCATION, "demo");
    properties.put("table-default.default-key1", "catalog-default-key1");
    properties.put("table-default.default-key2", "catalog-default-key2");
    properties.put("table-default.override-key3", "catalog-default-key3");
    properties.put("table-override.override-key3", "catalog-override-key3");
    properties.put("table-override.override-key4", "catalog-override-key4");
    properties.putAll(additional);
    C made = newCatalog();
    made.initialize(name, properties);
    opened.add(made);
    return made;
  }

  /** A table lies under the location of its project; the tests ask for locations of their own. */
  @Override
  protected String baseTableLocation(TableIdentifier identifier) {
    return "file://"
        + temporary.resolve("lake/projects/demo").toAbsolutePath()
        + "/"
        + identifier.namespace()
        + "/"
        + identifier.name();
  }

  @Override
  protected boolean supportsNestedNamespaces() {
    return true;
  }

  @Override
  protected boolean requiresNamespaceCreate() {
    return true;
  }

  /** A part of a name of Landfall holds no slash, which could be taken for a path. */
  @Override
  protected boolean supportsNamesWithSlashes() {
    return false;
  }

  /** A part of a name of Landfall holds no dot, which separates the parts. */
  @Override
  protected boolean supportsNamesWithDot() {
    return false;
  }

  private static final String MISSING_FILE =
      "It appends a file of its own that does not exist; LandfallCatalogTest has it in small";

  @Test
  @Disabled(MISSING_FILE)
  @Override
  public void testCompleteCreateTransactionMultipleSchemas() {}

  @Test
  @Disabled(MISSING_FILE)
  @Override
  public void testRemoveUnusedSpec(boolean withBranch) {}

  @Test
  @Disabled(MISSING_FILE)
  @Override
  public void testCatalogWithCustomMetricsReporter() {}
}
