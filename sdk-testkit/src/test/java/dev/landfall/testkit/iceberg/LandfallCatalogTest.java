package dev.landfall.testkit.iceberg;

import static dev.landfall.testkit.iceberg.IcebergRows.SCHEMA;
import static dev.landfall.testkit.iceberg.IcebergRows.append;
import static dev.landfall.testkit.iceberg.IcebergRows.file;
import static dev.landfall.testkit.iceberg.IcebergRows.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.BranchHead;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.Snapshot;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.config.RetryPolicy;
import dev.landfall.iceberg.LandfallCatalog;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.TableName;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An Iceberg catalog and the SDK on one branch. */
@Timeout(120)
class LandfallCatalogTest {

  private static final TableIdentifier ORDERS = TableIdentifier.of("sales", "orders");

  record Id(long id) {}

  @TempDir Path parent;
  private final AtomicReference<Runnable> beforeNextPublish = new AtomicReference<>();
  private LandfallClient client;
  private Project project;
  private LandfallCatalog catalog;

  @BeforeEach
  void open() {
    client =
        LandfallClient.builder()
            .directory(parent.resolve("lake"))
            .decorateCatalog(this::interposed)
            .retryPolicy(RetryPolicy.none())
            .build();
    project = client.createProject("demo");
    catalog = LandfallCatalog.of(project, "main");
    catalog.createNamespace(Namespace.of("sales"));
  }

  @AfterEach
  void close() throws IOException {
    catalog.close();
    client.close();
  }

  @Test
  void eachChangeOfATableIsOneCommitOfTheBranch() {
    Table table = catalog.createTable(ORDERS, SCHEMA);
    append(table, 1);
    table.updateProperties().set("owner", "me").commit();
    String version = metadata(table).metadataFileLocation();
    catalog.renameTable(ORDERS, TableIdentifier.of("sales", "old"));
    catalog.dropTable(TableIdentifier.of("sales", "old"));
    catalog.registerTable(ORDERS, version.substring("file://".length()));

    assertThat(messages(6))
        .containsExactly(
            "Create table sales.orders",
            "Drop table sales.old",
            "Rename table sales.orders to sales.old",
            "Update table sales.orders",
            "Update table sales.orders: append",
            "Create table sales.orders");
    assertThat(ids(catalog.loadTable(ORDERS))).containsExactly(1L);
  }

  @Test
  void theSdkAndTheCatalogReadWhatTheOtherPublished() throws Exception {
    BranchHead main = project.branch("main");
    main.commit().createTable("sales.sdk", project.writeTable(rows(1, 2))).publish();
    Table table = catalog.loadTable(TableIdentifier.of("sales", "sdk"));
    append(table, 3);

    BranchHead head = project.branch("main");
    assertThat(sdkIds(head, "sales.sdk")).containsExactly(1L, 2L, 3L);
    head.commit().updateTable(head.table("sales.sdk").append(rows(4))).publish();
    table.refresh();
    assertThat(ids(table)).containsExactly(1L, 2L, 3L, 4L);
    assertThat(sdkIds(head, "sales.sdk")).as("older commit").containsExactly(1L, 2L, 3L);
  }

  @Test
  void writersOfDifferentTablesNeverFailEachOther() throws Exception {
    Map<String, String> noRetry = Map.of(TableProperties.COMMIT_NUM_RETRIES, "0");
    int commits = 8;
    List<Table> tables = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      tables.add(
          LandfallCatalog.of(project, "main")
              .createTable(
                  TableIdentifier.of("sales", name),
                  SCHEMA,
                  PartitionSpec.unpartitioned(),
                  noRetry));
    }
    long before = project.log(project.branch("main")).count();

    inParallel(tables, table -> LongStream.range(0, commits).forEach(id -> append(table, id)));

    for (Table table : tables) {
      table.refresh();
      assertThat(ids(table)).hasSize(commits);
    }
    assertThat(project.log(project.branch("main")).count())
        .isEqualTo(before + tables.size() * (long) commits);
  }

  @Test
  void writersOfOneTableAllSucceedByIcebergsOwnRetry() throws Exception {
    catalog
        .buildTable(ORDERS, SCHEMA)
        .withProperty(TableProperties.COMMIT_NUM_RETRIES, "100")
        .withProperty(TableProperties.COMMIT_MIN_RETRY_WAIT_MS, "1")
        .create();
    List<Table> tables =
        List.of(
            LandfallCatalog.of(project, "main").loadTable(ORDERS),
            LandfallCatalog.of(project, "main").loadTable(ORDERS),
            LandfallCatalog.of(project, "main").loadTable(ORDERS));

    inParallel(
        tables,
        table -> LongStream.range(0, 5).forEach(i -> append(table, tables.indexOf(table) * 5 + i)));

    assertThat(ids(catalog.loadTable(ORDERS)))
        .containsExactlyElementsOf(LongStream.range(0, 15).boxed().toList());
  }

  @Test
  void aTableThatIsDroppedMeanwhileIsNotWritten() {
    Table table = catalog.createTable(ORDERS, SCHEMA);
    catalog.dropTable(ORDERS);

    assertThatThrownBy(() -> append(table, 1))
        .isInstanceOf(NoSuchTableException.class)
        .hasMessageContaining("sales.orders");
    assertThat(catalog.tableExists(ORDERS)).isFalse();
  }

  @Test
  void olderCommitsAndOtherBranchesKeepEveryFile() throws Exception {
    Table table = catalog.createTable(ORDERS, SCHEMA);
    append(table, 1);
    BranchHead old = project.branch("main");
    project.createBranch("trial", old);
    table
        .newDelete()
        .deleteFromRowFilter(org.apache.iceberg.expressions.Expressions.alwaysTrue())
        .commit();
    Set<Path> files = files();

    table.expireSnapshots().expireOlderThan(System.currentTimeMillis() + 1).commit();
    LandfallCatalog trial = LandfallCatalog.of(project, "trial");
    append(trial.loadTable(ORDERS), 2);
    catalog.dropTable(ORDERS, true);

    assertThat(files()).containsAll(files);
    assertThat(sdkIds(old, "sales.orders")).containsExactly(1L);
    assertThat(ids(trial.loadTable(ORDERS))).containsExactly(1L, 2L);
    assertThat(catalog.tableExists(ORDERS)).isFalse();
  }

  @Test
  void aCommitThatNamesAMissingFileIsRefused() {
    Table table = catalog.createTable(ORDERS, SCHEMA);
    BranchHead before = project.branch("main");

    assertThatThrownBy(
            () ->
                table
                    .newAppend()
                    .appendFile(
                        DataFiles.builder(table.spec())
                            .withPath(table.location() + "/data/missing.parquet")
                            .withFileSizeInBytes(1)
                            .withRecordCount(1)
                            .build())
                    .commit())
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("missing.parquet");
    assertThat(project.branch("main")).isEqualTo(before);
  }

  @Test
  void aTransactionCreatesATableWithSeveralSchemasAndSpecs() {
    Transaction create = catalog.buildTable(ORDERS, SCHEMA).createTransaction();
    create.newAppend().appendFile(file(create.table(), 1)).commit();
    create.updateSchema().addColumn("note", Types.StringType.get()).commit();
    create.updateSpec().addField("id").commit();
    create.updateSpec().removeField("id").commit();
    assertThat(catalog.tableExists(ORDERS)).isFalse();
    create.commitTransaction();

    Table table = catalog.loadTable(ORDERS);
    assertThat(table.schemas()).hasSize(2);
    assertThat(table.specs()).hasSizeGreaterThan(1);
    assertThat(ids(table)).containsExactly(1L);
    table.expireSnapshots().cleanExpiredMetadata(true).commit();
    assertThat(catalog.loadTable(ORDERS).specs()).hasSize(1);
    assertThat(messages(1)).containsExactly("Update table sales.orders");
  }

  @Test
  void oldSnapshotsStayUntilTheProgramExpiresThem() {
    Table table = catalog.createTable(ORDERS, SCHEMA);
    table.updateProperties().set("landfall.retained-snapshots", "1").commit();
    append(table, 1);
    append(table, 2);

    assertThat(catalog.loadTable(ORDERS).snapshots()).hasSize(2);
  }

  @Test
  void aNamespaceIsThereForItsTablesOrForItself() throws Exception {
    project.branch("main").commit().createTable("a.b.t", project.writeTable(rows(1))).publish();

    assertThat(catalog.listNamespaces())
        .containsExactlyInAnyOrder(
            Namespace.of("default"), Namespace.of("a"), Namespace.of("sales"));
    assertThat(catalog.listNamespaces(Namespace.of("a"))).containsExactly(Namespace.of("a", "b"));
    assertThat(catalog.loadNamespaceMetadata(Namespace.of("a"))).isEmpty();
    assertThat(catalog.setProperties(Namespace.of("a"), Map.of("write.metadata.path", "/x")))
        .isTrue();
    assertThat(catalog.loadNamespaceMetadata(Namespace.of("a")))
        .isEqualTo(Map.of("write.metadata.path", "/x"));
    assertThat(catalog.listTables(Namespace.of("a"))).as("the marker is not listed").isEmpty();
    assertThatThrownBy(() -> catalog.dropNamespace(Namespace.of("a", "b")))
        .isInstanceOf(NamespaceNotEmptyException.class);
    catalog.dropTable(TableIdentifier.of("a", "b", "t"));
    assertThat(catalog.namespaceExists(Namespace.of("a", "b"))).isFalse();
    assertThat(catalog.dropNamespace(Namespace.of("a"))).isTrue();
    assertThat(catalog.dropNamespace(Namespace.of("a"))).isFalse();
    assertThat(project.branch("main").tables().map(TableName::toString))
        .containsExactly("sales.$namespace");
  }

  @Test
  void aNameWithoutANamespaceIsInTheDefaultOne() {
    catalog.createTable(TableIdentifier.of("orders"), SCHEMA);

    assertThat(catalog.listTables(Namespace.of("default")))
        .containsExactly(TableIdentifier.of("default", "orders"));
    assertThat(project.branch("main").findEntry("orders")).isPresent();
    assertThatThrownBy(() -> catalog.loadTable(TableIdentifier.of("files")))
        .isInstanceOf(NoSuchTableException.class);
    assertThatThrownBy(() -> catalog.createNamespace(Namespace.of("default")))
        .isInstanceOf(AlreadyExistsException.class);
  }

  @Test
  void namesThatAProjectCannotHaveAreRefused() {
    for (String name : List.of("a/b", "a.b", "a@b", "$namespace", " a")) {
      TableIdentifier identifier = TableIdentifier.of("sales", name);
      assertThatThrownBy(() -> catalog.createTable(identifier, SCHEMA))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(name);
      assertThatThrownBy(() -> catalog.loadTable(identifier))
          .isInstanceOf(NoSuchTableException.class);
      assertThat(catalog.tableExists(identifier)).isFalse();
      assertThat(catalog.dropTable(identifier)).isFalse();
    }
    assertThatThrownBy(() -> catalog.createNamespace(Namespace.of("a.b")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(catalog.namespaceExists(Namespace.of("a.b"))).isFalse();
    assertThatThrownBy(() -> catalog.listTables(Namespace.of("a.b")))
        .isInstanceOf(NoSuchNamespaceException.class);
  }

  @Test
  void aTableOutsideOfTheProjectIsNotRegistered() throws IOException {
    Table table = catalog.createTable(ORDERS, SCHEMA);
    Path outside = parent.resolve("v1.metadata.json");
    Files.writeString(outside, TableMetadataParser.toJson(metadata(table)));

    assertThatThrownBy(
            () -> catalog.registerTable(TableIdentifier.of("sales", "x"), outside.toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not under the project's location");
    assertThatThrownBy(
            () ->
                catalog
                    .buildTable(TableIdentifier.of("sales", "x"), SCHEMA)
                    .withLocation(parent.resolve("x").toString())
                    .create())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not under the project's location");
  }

  @Test
  void noFileIsWrittenOutsideOfTheProject() {
    Table table = catalog.createTable(ORDERS, SCHEMA);
    Path outside = parent.resolve("outside");
    table.updateProperties().set("write.data.path", outside.toString()).commit();

    assertThatThrownBy(() -> append(table, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not under the project's location");
    assertThat(outside).doesNotExist();
    assertThatThrownBy(() -> table.io().newOutputFile(table.location() + "/../../../../up.parquet"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noTableComesIntoANamespaceThatIsDroppedMeanwhile() {
    Namespace passing = Namespace.of("passing");
    catalog.createTable(ORDERS, SCHEMA);
    List<Consumer<Catalog>> ways =
        List.of(
            c -> c.createTable(TableIdentifier.of(passing, "t"), SCHEMA),
            c -> c.renameTable(ORDERS, TableIdentifier.of(passing, "t")));
    for (Consumer<Catalog> way : ways) {
      catalog.createNamespace(passing);
      beforeNextPublish.set(() -> assertThat(catalog.dropNamespace(passing)).isTrue());

      assertThatThrownBy(() -> way.accept(catalog)).isInstanceOf(NoSuchNamespaceException.class);
      assertThat(beforeNextPublish).as("was called").hasNullValue();
      assertThat(catalog.namespaceExists(passing)).isFalse();
    }
  }

  private interface Writer {
    void write(Table table);
  }

  private dev.landfall.catalog.Catalog interposed(dev.landfall.catalog.Catalog opened) {
    return new ForwardingCatalog(opened) {
      @Override
      public PublishAnswer publish(PublishRequest request) {
        Optional.ofNullable(beforeNextPublish.getAndSet(null)).ifPresent(Runnable::run);
        return super.publish(request);
      }
    };
  }

  private static void inParallel(List<Table> tables, Writer writer) throws Exception {
    CyclicBarrier start = new CyclicBarrier(tables.size());
    ExecutorService threads = Executors.newFixedThreadPool(tables.size());
    try {
      List<Future<?>> running = new ArrayList<>();
      for (Table table : tables) {
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  writer.write(table);
                  return null;
                }));
      }
      for (Future<?> each : running) {
        each.get(100, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private List<String> messages(int newest) {
    return project
        .log(project.branch("main"))
        .limit(newest)
        .map(CommitInfo::message)
        .flatMap(Optional::stream)
        .toList();
  }

  private static Rows rows(long... ids) {
    return Rows.of(LongStream.of(ids).mapToObj(Id::new).toList());
  }

  private static List<Long> sdkIds(Snapshot snapshot, String table) {
    try (Stream<Id> rows = snapshot.table(table).rows(Id.class)) {
      return rows.map(Id::id).sorted().toList();
    }
  }

  private static TableMetadata metadata(Table table) {
    return ((HasTableOperations) table).operations().current();
  }

  private Set<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(parent.resolve("lake/projects"))) {
      return files.filter(Files::isRegularFile).collect(Collectors.toSet());
    }
  }
}
