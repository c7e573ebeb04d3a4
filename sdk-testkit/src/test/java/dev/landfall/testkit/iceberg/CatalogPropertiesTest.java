package dev.landfall.testkit.iceberg;

import static dev.landfall.testkit.iceberg.IcebergRows.SCHEMA;
import static dev.landfall.testkit.iceberg.IcebergRows.append;
import static dev.landfall.testkit.iceberg.IcebergRows.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.catalog.CatalogLockedException;
import dev.landfall.iceberg.LandfallCatalog;
import dev.landfall.testkit.server.CatalogServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.metrics.MetricsReport;
import org.apache.iceberg.metrics.MetricsReporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A catalog that is opened by its properties alone. */
@Timeout(120)
class CatalogPropertiesTest {

  private static final String SECRET = "a-secret-of-the-tests";
  private static final TableIdentifier ORDERS = TableIdentifier.of("orders");

  @TempDir Path directory;

  @Test
  void catalogsOfOneDirectoryShareItUntilTheLastIsClosed() throws Exception {
    LandfallCatalog first = load(Map.of("uri", directory.toString(), "warehouse", "demo"));
    first.createTable(ORDERS, SCHEMA);
    LandfallCatalog second = load(Map.of("uri", directory.toUri().toString(), "warehouse", "demo"));
    append(second.loadTable(ORDERS), 1);
    first.close();
    first.close();
    assertThat(ids(second.loadTable(ORDERS))).containsExactly(1L);
    assertThatThrownBy(() -> LandfallClient.open(directory))
        .isInstanceOf(CatalogLockedException.class);
    assertThatThrownBy(
            () ->
                load(
                    Map.of("uri", directory.toString(), "warehouse", "demo", "durability", "none")))
        .hasMessageContaining("durability");
    second.close();

    try (LandfallClient client = LandfallClient.open(directory)) {
      Project project = client.project("demo");
      project.createBranch("trial", project.branch("main"));
    }
    Map<String, String> trial =
        Map.of("uri", "file:" + directory, "warehouse", "demo@trial", "durability", "eventual");
    try (LandfallCatalog branch = load(trial)) {
      append(branch.loadTable(ORDERS), 2);
      assertThat(branch).hasToString("LandfallCatalog(lake, demo@trial)");
    }
    try (LandfallCatalog main = load(Map.of("uri", directory.toString(), "warehouse", "demo"))) {
      assertThat(ids(main.loadTable(ORDERS))).containsExactly(1L);
    }
  }

  @Test
  void theTokenIsNeverShown() throws Exception {
    try (CatalogServer server = CatalogServer.builder(directory).token("another").start()) {
      Map<String, String> properties =
          Map.of("uri", server.uri().toString(), "warehouse", "demo", "token", SECRET);

      Throwable refused = catchThrowable(() -> load(properties));

      StringWriter trace = new StringWriter();
      refused.printStackTrace(new PrintWriter(trace, true));
      assertThat(refused).isInstanceOf(NotAuthorizedException.class);
      assertThat(trace.toString()).doesNotContain(SECRET);
    }
    Path other = directory.resolve("other");
    try (CatalogServer server = CatalogServer.builder(other).token(SECRET).start();
        LandfallCatalog catalog =
            load(Map.of("uri", server.uri().toString(), "warehouse", "demo", "token", SECRET))) {
      Table table = catalog.createTable(ORDERS, SCHEMA);
      append(table, 1);
      assertThat(ids(table)).containsExactly(1L);
      assertThat(catalog.toString() + table).doesNotContain(SECRET);
    }
  }

  @Test
  void whatHasNoMeaningIsRefusedByName() {
    Map<String, String> good = Map.of("uri", directory.toString(), "warehouse", "demo");
    for (var wrong :
        List.of(
            Map.entry("uri", ""),
            Map.entry("uri", "s3://bucket/lake"),
            Map.entry("warehouse", "a/b"),
            Map.entry("warehouse", "demo@"),
            Map.entry("durability", "sometimes"),
            Map.entry("token", SECRET),
            Map.entry("io-impl", "org.apache.iceberg.hadoop.HadoopFileIO"))) {
      Map<String, String> properties = new HashMap<>(good);
      properties.put(wrong.getKey(), wrong.getValue());
      assertThatThrownBy(() -> new LandfallCatalog().initialize("lake", properties))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageNotContaining(SECRET);
    }
    assertThatThrownBy(() -> load(Map.of("uri", directory.toString(), "warehouse", "demo@none")))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> new LandfallCatalog().loadTable(ORDERS))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("initialize");
    LandfallClient.open(directory).close();
  }

  @Test
  void aMetricsReporterIsToldOfCommits() throws Exception {
    try (LandfallCatalog catalog =
        load(
            Map.of(
                "uri",
                directory.toString(),
                "warehouse",
                "demo",
                "metrics-reporter-impl",
                Reporter.class.getName()))) {
      append(catalog.createTable(ORDERS, SCHEMA), 1);
      assertThat(Reporter.REPORTS).hasValue(1);
    }
  }

  /** Counts reports. */
  public static final class Reporter implements MetricsReporter {

    private static final AtomicInteger REPORTS = new AtomicInteger();

    @Override
    public void report(MetricsReport report) {
      REPORTS.incrementAndGet();
    }
  }

  private static LandfallCatalog load(Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(properties);
    all.put("catalog-impl", LandfallCatalog.class.getName());
    Catalog catalog = CatalogUtil.buildIcebergCatalog("lake", all, null);
    return (LandfallCatalog) catalog;
  }
}
