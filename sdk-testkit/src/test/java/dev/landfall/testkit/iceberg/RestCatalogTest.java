package dev.landfall.testkit.iceberg;

import static dev.landfall.testkit.iceberg.IcebergRows.SCHEMA;
import static dev.landfall.testkit.iceberg.IcebergRows.append;
import static dev.landfall.testkit.iceberg.IcebergRows.file;
import static dev.landfall.testkit.iceberg.IcebergRows.ids;
import static dev.landfall.testkit.iceberg.ServedIceberg.rows;
import static dev.landfall.testkit.iceberg.ServedIceberg.sdkIds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.BranchHead;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import dev.landfall.testkit.server.CatalogServer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SessionCatalog.SessionContext;
import org.apache.iceberg.catalog.TableCommit;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.rest.RESTSessionCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Iceberg's own REST client, as it is, on the branches of a served catalog. */
@Timeout(120)
class RestCatalogTest {

  private static final Namespace SALES = Namespace.of("sales");
  private static final TableIdentifier ORDERS = TableIdentifier.of("sales", "orders");
  private static final TableIdentifier LABELS = TableIdentifier.of("sales", "labels");

  @TempDir Path directory;
  private ServedIceberg lake;
  private RESTCatalog catalog;

  @BeforeEach
  void open() {
    lake = ServedIceberg.create(directory.resolve("lake"));
    catalog = lake.open("demo");
    catalog.createNamespace(SALES);
  }

  @AfterEach
  void close() throws Exception {
    lake.close();
  }

  @Test
  void eachChangeIsOneCommitOfTheBranch() {
    Table table = catalog.createTable(ORDERS, SCHEMA);
    append(table, 1);
    String version = metadata(table).metadataFileLocation();
    catalog.setProperties(SALES, new HashMap<>(Map.of("owner", "me")));
    catalog.renameTable(ORDERS, LABELS);
    catalog.dropTable(LABELS);
    catalog.registerTable(ORDERS, version);

    assertThat(lake.messages("main", 7))
        .containsExactly(
            "Create table sales.orders",
            "Drop table sales.labels",
            "Rename table sales.orders to sales.labels",
            "Set properties of namespace sales",
            "Update table sales.orders: append",
            "Create table sales.orders",
            "Create namespace sales");
    assertThat(ids(catalog.loadTable(ORDERS))).containsExactly(1L);
  }

  @Test
  void theSdkAndTheClientShareABranch() throws Exception {
    BranchHead main = lake.project.branch("main");
    main.commit().createTable("sales.sdk", lake.project.writeTable(rows(1, 2))).publish();
    Table table = catalog.loadTable(TableIdentifier.of("sales", "sdk"));
    append(table, 3);

    BranchHead head = lake.project.branch("main");
    assertThat(sdkIds(head, "sales.sdk")).containsExactly(1L, 2L, 3L);
    head.commit().updateTable(head.table("sales.sdk").append(rows(4))).publish();
    table.refresh();
    assertThat(ids(table)).containsExactly(1L, 2L, 3L, 4L);
    append(table, 5);
    assertThat(sdkIds(lake.project.branch("main"), "sales.sdk"))
        .containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"100%", "%2F", "%252F", "a b", "a+b", "ü", "a&b=c", "a?b#c", "a:b;c,d", "'\"`"})
  void namesWithWhatAddressesEscapeAreTheSameOnBothSides(String name) {
    Namespace space = Namespace.of(name);
    TableIdentifier table = TableIdentifier.of(space, name);
    catalog.createNamespace(space);
    append(catalog.createTable(table, SCHEMA), 1);

    assertThat(catalog.listNamespaces()).contains(space);
    assertThat(catalog.listTables(space)).containsExactly(table);
    assertThat(ids(catalog.loadTable(table))).containsExactly(1L);
    assertThat(sdkIds(lake.project.branch("main"), name + "." + name)).containsExactly(1L);
    assertThat(catalog.dropTable(table, false)).isTrue();
    assertThat(catalog.dropNamespace(space)).isTrue();
  }

  @Test
  void aWarehouseIsABranchOfAProject() {
    append(catalog.createTable(ORDERS, SCHEMA), 1);
    lake.project.createBranch("team/trial ü", lake.project.branch("main"));

    RESTCatalog trial = lake.open("demo@team/trial ü");
    append(trial.loadTable(ORDERS), 2);

    assertThat(ids(trial.loadTable(ORDERS))).containsExactly(1L, 2L);
    assertThat(ids(catalog.loadTable(ORDERS))).containsExactly(1L);
    assertThat(lake.messages("team/trial ü", 1))
        .containsExactly("Update table sales.orders: append");
    for (String unknown : List.of("demo@none", "none", "none@main")) {
      assertThatThrownBy(() -> lake.open(unknown)).hasMessageContaining("There is no branch");
    }
    for (String bad : List.of("a/b", "demo@", "demo@a@b")) {
      assertThatThrownBy(() -> lake.open(bad)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aTransactionOfManyTablesIsOneCommit() {
    append(catalog.createTable(ORDERS, SCHEMA), 1);
    catalog.createTable(LABELS, SCHEMA);
    long before = lake.commits("main");

    catalog.commitTransaction(appended(ORDERS, 2), appended(LABELS, 3));

    assertThat(ids(catalog.loadTable(ORDERS))).containsExactly(1L, 2L);
    assertThat(ids(catalog.loadTable(LABELS))).containsExactly(3L);
    assertThat(lake.commits("main")).isEqualTo(before + 1);
    assertThat(lake.messages("main", 1))
        .containsExactly("Update tables sales.orders, sales.labels");
  }

  @Test
  void aTransactionWithOneStaleTableChangesNone() throws Exception {
    append(catalog.createTable(ORDERS, SCHEMA), 1);
    append(catalog.createTable(LABELS, SCHEMA), 1);
    TableCommit orders = appended(ORDERS, 2);
    TableCommit stale = appended(LABELS, 2);
    append(catalog.loadTable(LABELS), 3);
    BranchHead before = lake.project.branch("main");

    try (RESTSessionCatalog session = new RESTSessionCatalog()) {
      session.initialize("session", ServedIceberg.properties(lake.uri(), "demo"));
      assertThatThrownBy(
              () -> session.commitTransaction(SessionContext.createEmpty(), List.of(orders, stale)))
          .isInstanceOf(CommitFailedException.class)
          .hasMessageContaining("sales.labels");
    }

    assertThat(lake.project.branch("main")).isEqualTo(before);
    assertThat(ids(catalog.loadTable(ORDERS))).containsExactly(1L);
    catalog.commitTransaction(orders);
    assertThat(ids(catalog.loadTable(ORDERS))).containsExactly(1L, 2L);
  }

  @Test
  void aLostAnswerIsAskedForAgainAndLandsOnce() throws Exception {
    FaultPlan faults = new FaultPlan();
    try (FaultProxy proxy = FaultProxy.start(lake.server.uri(), faults)) {
      RESTCatalog lossy = lake.open(URI.create(proxy.uri() + "/iceberg"), "demo");
      Table table = catalog.createTable(ORDERS, SCHEMA);
      long before = lake.commits("main");
      faults
          .on(request -> request.method().equals("POST") && !request.path().endsWith("/metrics"))
          .next()
          .applyThenDropAnswer();

      append(lossy.loadTable(ORDERS), 1);

      assertThat(proxy.requests().stream().filter(request -> request.fault().isPresent()))
          .hasSize(1);
      assertThat(lake.commits("main")).isEqualTo(before + 1);
      table.refresh();
      assertThat(ids(table)).containsExactly(1L);
    }
  }

  @Test
  void aTableThatSomebodyElseChangedIsNotOverwritten() {
    catalog.createTable(ORDERS, SCHEMA);
    Table stale = catalog.loadTable(ORDERS);
    TableMetadata base = metadata(stale);
    append(catalog.loadTable(ORDERS), 1);

    Transaction transaction = stale.newTransaction();
    transaction.newAppend().appendFile(file(stale, 2)).commit();
    TableCommit commit = TableCommit.create(ORDERS, base, metadata(transaction.table()));
    assertThatThrownBy(() -> catalog.commitTransaction(commit))
        .isInstanceOf(CommitFailedException.class)
        .hasMessageContaining("branch " + SnapshotRef.MAIN_BRANCH);
    // Iceberg's own retry does it anew on what there is now.
    append(stale, 3);
    assertThat(ids(catalog.loadTable(ORDERS))).containsExactly(1L, 3L);
  }

  @Test
  void filesOutsideOfTheProjectAreNotOpened() throws Exception {
    Table table = catalog.createTable(ORDERS, SCHEMA);
    Path outside = directory.resolve("secret.metadata.json");
    Files.writeString(outside, "a secret of somebody else");
    for (String location :
        List.of(
            outside.toString(),
            "file://" + outside,
            table.location() + "/../../../../../secret.metadata.json")) {
      assertThatThrownBy(() -> catalog.registerTable(LABELS, location))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("does not lie under the project's location")
          .hasMessageNotContaining("secret of somebody");
    }
  }

  @Test
  void whatIsNotThereIsSaidInIcebergsExceptions() {
    Namespace none = Namespace.of("none");
    assertThatThrownBy(() -> catalog.loadTable(TableIdentifier.of("none", "x")))
        .isInstanceOf(NoSuchTableException.class);
    assertThatThrownBy(() -> catalog.createTable(TableIdentifier.of("none", "x"), SCHEMA))
        .isInstanceOf(NoSuchNamespaceException.class);
    assertThatThrownBy(
            () -> catalog.buildTable(TableIdentifier.of("none", "x"), SCHEMA).createTransaction())
        .isInstanceOf(NoSuchNamespaceException.class);
    assertThatThrownBy(() -> catalog.listTables(none)).isInstanceOf(NoSuchNamespaceException.class);
    assertThat(catalog.listViews(SALES)).isEmpty();
    assertThatThrownBy(() -> catalog.createNamespace(Namespace.of("a.b")))
        .isInstanceOf(BadRequestException.class);
    catalog.createTable(ORDERS, SCHEMA);
    Table files = catalog.loadTable(TableIdentifier.of("sales", "orders", "snapshots"));
    assertThat(files.name()).endsWith("snapshots");
  }

  @Test
  void theServersTokenIsAskedForHereToo() {
    try (CatalogServer server =
        CatalogServer.builder(directory.resolve("other")).token("right").start()) {
      assertThatThrownBy(() -> lake.open(URI.create(server.uri() + "/iceberg"), "demo"))
          .isInstanceOf(NotAuthorizedException.class);
    }
  }

  private TableCommit appended(TableIdentifier identifier, long id) {
    Table table = catalog.loadTable(identifier);
    Transaction transaction = table.newTransaction();
    transaction.newAppend().appendFile(file(table, id)).commit();
    return TableCommit.create(identifier, metadata(table), metadata(transaction.table()));
  }

  private static TableMetadata metadata(Table table) {
    return ((HasTableOperations) table).operations().current();
  }
}
