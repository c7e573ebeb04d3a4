package dev.landfall.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.config.TableOptions;
import dev.landfall.event.WriteProgress;
import dev.landfall.internal.storage.Storage;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableVersionTest {

  @TempDir Path lake;
  private final List<WriteProgress> progress = new ArrayList<>();
  private TableStore store;

  @BeforeEach
  void openStore() {
    store = TableStore.at(lake.resolve("demo").toString(), progress::add, Storage.defaults());
  }

  @Test
  void createsATableUnderTheProjectsLocation() throws Exception {
    TableVersion version = published(create(0, 10));

    assertThat(version.metadataLocation())
        .startsWith(lake.resolve("demo/tables/" + version.tableId() + "/metadata/").toString());
    assertThat(SampleRows.read(version)).isEqualTo(SampleRows.expected(0, 10));
    assertThat(version.isStaged()).isFalse();
    assertThat(version.spec().isUnpartitioned()).isTrue();
    assertThat(version.schema().columns())
        .extracting(Types.NestedField::name)
        .containsExactly("id", "city", "score");
    assertThat(version.properties()).containsEntry("write.metadata.previous-versions-max", "20");
  }

  @Test
  void createOfNoRowsGivesASchemaAndNoSnapshot() throws Exception {
    TableVersion empty = create(0, 0);
    assertThat(empty.isStaged()).isTrue();

    TableVersion version = published(empty);
    assertThat(version.readOnly().currentSnapshot()).isNull();
    assertThat(SampleRows.read(version)).isEmpty();
    assertThat(SampleRows.ids(version.append(SampleRows.of(0, 2)))).containsExactly(0L, 1L);
  }

  @Test
  void aChainOfAppendsIsOneSnapshotPerPublishedVersion() throws Exception {
    TableVersion first =
        published(create(0, 2).append(SampleRows.of(2, 4)).append(SampleRows.of(4, 6)));
    assertThat(snapshots(first)).hasSize(1);

    TableVersion middle = first.append(SampleRows.of(6, 7));
    assertThat(SampleRows.ids(middle)).hasSize(7);
    TableVersion second = published(middle.append(SampleRows.of(7, 8)).append(SampleRows.of(8, 9)));

    assertThat(snapshots(second)).hasSize(2);
    assertThat(SampleRows.read(second)).isEqualTo(SampleRows.expected(0, 9));
    assertThat(SampleRows.read(first)).isEqualTo(SampleRows.expected(0, 6));
    assertThat(metadata(second).previousFiles())
        .extracting(TableMetadata.MetadataLogEntry::file)
        .containsExactly(first.metadataLocation());
    assertThat(metadata(second).snapshotLog()).hasSize(2);
  }

  @Test
  void aSealedVersionIsWhereTheNextRunBegins() throws Exception {
    TableVersion first = create(0, 2);
    TableVersion.seal(List.of(first));

    TableVersion second = published(first.append(SampleRows.of(2, 4)));

    assertThat(snapshots(second)).hasSize(2);
    assertThat(metadata(second).previousFiles())
        .extracting(TableMetadata.MetadataLogEntry::file)
        .containsExactly(first.metadataLocation());
    assertThat(SampleRows.ids(second)).containsExactly(0L, 1L, 2L, 3L);
  }

  @Test
  void siblingsAreIndependent() throws Exception {
    TableVersion base = published(create(0, 2));
    TableVersion left = base.append(SampleRows.of(10, 12));
    TableVersion right = base.append(SampleRows.of(20, 21));
    TableVersion third = right.delete(Expressions.equal("id", 0));

    assertThat(SampleRows.ids(published(left))).containsExactly(0L, 1L, 10L, 11L);
    assertThat(SampleRows.ids(published(right))).containsExactly(0L, 1L, 20L);
    assertThat(SampleRows.ids(published(third))).containsExactly(1L, 20L);
    assertThat(SampleRows.ids(base)).containsExactly(0L, 1L);
  }

  @Test
  void anOldVersionOpensByLocationAfterNewerOnes() throws Exception {
    TableVersion first = published(create(0, 5));
    TableVersion second = published(first.overwrite(SampleRows.of(50, 52)));
    TableVersion third = published(second.delete(Expressions.alwaysTrue()));

    assertThat(SampleRows.ids(reopened(first))).hasSize(5);
    assertThat(SampleRows.ids(reopened(second))).containsExactly(50L, 51L);
    assertThat(SampleRows.ids(reopened(third))).isEmpty();
  }

  @Test
  void openRefusesAnotherTableAndAMissingFile() {
    TableVersion version = published(create(0, 1));
    assertThatThrownBy(() -> store.open("t", UUID.randomUUID(), version.metadataLocation()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("belongs to table " + version.tableId());
    assertThatThrownBy(() -> store.open("t", version.tableId(), lake + "/none.metadata.json"))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("none.metadata.json");
  }

  @Test
  void overwriteByFilterReplacesTheMatchingRowsOnly() throws Exception {
    TableVersion base = published(create(0, 10));
    TableVersion next =
        published(base.overwrite(Expressions.lessThan("id", 4), SampleRows.of(100, 102)));
    assertThat(SampleRows.ids(next)).containsExactly(4L, 5L, 6L, 7L, 8L, 9L, 100L, 101L);
    assertThat(SampleRows.ids(base)).hasSize(10);
  }

  @Test
  void deleteDropsWholeFilesAndRewritesOthers() throws Exception {
    TableVersion base = published(create(0, 100).append(SampleRows.of(100, 200)));
    Set<String> before = dataFiles(base);

    TableVersion next = published(base.delete(Expressions.lessThan("id", 150)));

    assertThat(SampleRows.read(next)).isEqualTo(SampleRows.expected(150, 200));
    assertThat(dataFiles(next)).hasSize(1).doesNotContainAnyElementsOf(before);
    assertThat(before).allSatisfy(file -> assertThat(Path.of(file)).exists());
    assertThat(SampleRows.ids(base)).hasSize(200);
  }

  @Test
  void deleteOfFilesThatMatchAsAWholeWritesNoRows() throws Exception {
    TableVersion base = published(create(0, 100).append(SampleRows.of(100, 200)));
    progress.clear();
    TableVersion next = base.delete(Expressions.lessThan("id", 100));
    assertThat(progress).isEmpty();
    assertThat(SampleRows.ids(next)).hasSize(100).doesNotContain(99L);
  }

  @Test
  void deleteThatMatchesNothingGivesTheSameVersion() throws Exception {
    TableVersion base = published(create(0, 10));
    assertThat(base.delete(Expressions.equal("id", 500))).isSameAs(base);
    assertThat(base.delete(Expressions.equal("city", "city-0x"))).isSameAs(base);
    assertThat(base.append(SampleRows.of(0, 0))).isSameAs(base);
    TableVersion staged = base.append(SampleRows.of(10, 11));
    assertThat(staged.delete(Expressions.equal("id", 500))).isSameAs(staged);
  }

  @Test
  void deleteLeavesRowsForWhichTheFilterIsUnknown() throws Exception {
    TableVersion base = published(create(0, 20));
    TableVersion next = base.delete(Expressions.lessThan("city", "zzz"));
    assertThat(SampleRows.ids(next)).containsExactly(9L, 19L);
    try (CloseableIterable<Record> scan = base.scan(null, Expressions.lessThan("city", "zzz"))) {
      assertThat(scan).hasSize(18);
    }
  }

  @Test
  void schemaChangesAndOldAndNewRowsAreRead() throws Exception {
    TableVersion base = published(create(0, 2));
    TableVersion changed =
        base.updateSchema(
            schema ->
                schema.renameColumn("score", "points").addColumn("note", Types.StringType.get()));
    assertThat(base.schema().findField("note")).isNull();
    assertThat(changed.schema().findField("points")).isNotNull();

    TableVersion back =
        published(
            changed
                .updateSchema(schema -> schema.renameColumn("points", "score"))
                .append(SampleRows.of(2, 4)));

    assertThat(SampleRows.read(back)).isEqualTo(SampleRows.expected(0, 4));
    assertThat(back.schema().findField("note")).isNotNull();
    assertThat(base.updateSchema(schema -> {})).isSameAs(base);
  }

  @Test
  void aSchemaChangeMayNotCommitItself() {
    TableVersion base = published(create(0, 2));
    assertThatThrownBy(
            () ->
                base.updateSchema(
                    schema -> schema.addColumn("note", Types.StringType.get()).commit()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("leave commit() out");
  }

  @Test
  void editMakesTheNextVersionAlsoThroughATransaction() throws Exception {
    TableVersion base = published(create(0, 10));
    TableVersion next =
        base.edit(
            table -> {
              var transaction = table.newTransaction();
              transaction.updateProperties().set("owner", "me").commit();
              transaction.newDelete().deleteFromRowFilter(Expressions.alwaysTrue()).commit();
              transaction.commitTransaction();
            });
    assertThat(next).isNotSameAs(base);
    assertThat(next.properties()).containsEntry("owner", "me");
    assertThat(SampleRows.ids(published(next))).isEmpty();
    assertThat(base.properties()).doesNotContainKey("owner");
    assertThat(base.edit(table -> assertThat(table.currentSnapshot()).isNotNull())).isSameAs(base);
  }

  @Test
  void editDeletesNoFile() throws Exception {
    TableVersion first = published(create(0, 10));
    TableVersion second = published(first.overwrite(SampleRows.of(10, 20)));
    Set<Path> before = files();

    TableVersion expired =
        published(
            second.edit(
                table -> {
                  table
                      .expireSnapshots()
                      .expireOlderThan(Long.MAX_VALUE)
                      .retainLast(1)
                      .cleanExpiredFiles(true)
                      .commit();
                  table.io().deleteFile(first.metadataLocation());
                }));

    assertThat(snapshots(expired)).hasSize(1);
    assertThat(files()).containsAll(before);
    assertThat(SampleRows.ids(reopened(first))).hasSize(10);
  }

  @Test
  void theTableOfAnEditIsDeadAfterwards() {
    TableVersion base = published(create(0, 10));
    AtomicReference<Table> kept = new AtomicReference<>();
    AtomicReference<org.apache.iceberg.UpdateProperties> pending = new AtomicReference<>();
    base.edit(
        table -> {
          kept.set(table);
          pending.set(table.updateProperties().set("a", "b"));
        });
    assertThatThrownBy(() -> kept.get().schema()).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> kept.get().newTransaction()).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> pending.get().commit()).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> kept.get().io().newOutputFile(lake + "/x"))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void readOnlyRefusesCommits() {
    Table table = published(create(0, 10)).readOnly();
    assertThatThrownBy(() -> table.updateProperties().set("a", "b").commit())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(
            () -> table.newDelete().deleteFromRowFilter(Expressions.alwaysTrue()).commit())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> table.expireSnapshots().expireOlderThan(Long.MAX_VALUE).commit())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(table.currentSnapshot()).isNotNull();
  }

  @Test
  void aFailedRowLeavesNoVersionAndKeepsItsType() throws Exception {
    TableVersion base = published(create(0, 2));
    IllegalArgumentException bad = new IllegalArgumentException("row 1500 is bad");
    SampleRows rows =
        SampleRows.of(
            0,
            2000,
            id -> {
              if (id == 1500) {
                throw bad;
              }
            });
    assertThatThrownBy(() -> base.append(rows)).isSameAs(bad);
    assertThat(rows.closed).isTrue();
    assertThat(SampleRows.ids(base)).hasSize(2);
    assertThat(SampleRows.ids(base.append(SampleRows.of(2, 3)))).hasSize(3);
  }

  @Test
  void anInterruptedWriteSaysSoAndKeepsTheFlag() throws Exception {
    TableVersion base = published(create(0, 2));
    SampleRows rows =
        SampleRows.of(
            0,
            1_000_000,
            id -> {
              if (id == 5000) {
                Thread.currentThread().interrupt();
              }
            });
    assertThatThrownBy(() -> base.append(rows))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("was interrupted")
        .hasMessageContaining("no version was written");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(rows.closed).isTrue();
    assertThat(SampleRows.ids(base)).hasSize(2);
  }

  @Test
  void aDiskThatRefusesSaysThatNoVersionWasWritten() throws Exception {
    TableVersion base = published(create(0, 2));
    Path data = lake.resolve("demo/tables/" + base.tableId() + "/data");
    Path aside = data.resolveSibling("data-aside");
    Files.move(data, aside);
    Files.createFile(data);
    assertThatThrownBy(() -> base.append(SampleRows.of(2, 3)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("no version was written");
    Files.delete(data);
    Files.move(aside, data);
    assertThat(SampleRows.ids(base.append(SampleRows.of(2, 3)))).hasSize(3);
  }

  @Test
  void filesRollAtTheirTargetSizeAndProgressIsReported() throws Exception {
    TableOptions options =
        TableOptions.builder()
            .property("write.target-file-size-bytes", "65536")
            .property("write.parquet.row-group-size-bytes", "16384")
            .build();
    TableVersion version = published(store.create(SampleRows.of(0, 120_000), options));

    assertThat(dataFiles(version)).hasSizeGreaterThan(3);
    assertThat(SampleRows.ids(version)).hasSize(120_000).doesNotHaveDuplicates();
    assertThat(progress).hasSizeGreaterThan(dataFiles(version).size());
    assertThat(progress).anySatisfy(p -> assertThat(p.rows()).isEqualTo(100_000));
    WriteProgress last = progress.get(progress.size() - 1);
    assertThat(last.rows()).isEqualTo(120_000);
    assertThat(last.files()).isEqualTo(dataFiles(version).size());
    long bytes = 0;
    for (String file : dataFiles(version)) {
      bytes += Files.size(Path.of(file));
    }
    assertThat(last.bytes()).isEqualTo(bytes);
  }

  @Test
  void partitionedTablesGetAFilePerPartition() throws Exception {
    TableOptions options =
        TableOptions.builder().partitionBy(spec -> spec.identity("city")).formatVersion(3).build();
    TableVersion version = published(store.create(SampleRows.of(0, 1000), options));

    assertThat(dataFiles(version)).hasSize(5);
    assertThat(SampleRows.read(version)).isEqualTo(SampleRows.expected(0, 1000));

    progress.clear();
    TableVersion next = published(version.delete(Expressions.equal("city", "city-1")));
    assertThat(progress).isEmpty();
    assertThat(SampleRows.read(next)).noneMatch(row -> row.contains("city-1")).hasSize(800);
    assertThat(SampleRows.ids(next.append(SampleRows.of(1000, 1004)))).hasSize(804);
  }

  @Test
  void metadataStaysBoundedOverManyVersions() throws Exception {
    TableVersion version = published(create(0, 1));
    int largest = 0;
    for (int i = 1; i <= 300; i++) {
      version = published(version.append(SampleRows.of(i, i + 1)));
      largest = Math.max(largest, (int) Files.size(Path.of(version.metadataLocation())));
    }
    TableMetadata metadata = metadata(version);
    assertThat(metadata.snapshots()).hasSize(100);
    assertThat(metadata.previousFiles()).hasSize(20);
    assertThat(largest).isLessThan(150_000);
    assertThat(metadata.currentSnapshot().allManifests(TableFileIO.readOnly(Storage.defaults())))
        .hasSizeLessThanOrEqualTo(100);
    assertThat(SampleRows.read(version)).isEqualTo(SampleRows.expected(0, 301));
  }

  @Test
  void aSnapshotThatARefNamesIsRetained() throws Exception {
    TableOptions options =
        TableOptions.builder().property("landfall.retained-snapshots", "2").build();
    TableVersion version = published(store.create(SampleRows.of(0, 1), options));
    long tagged = version.readOnly().currentSnapshot().snapshotId();
    version = published(version.edit(t -> t.manageSnapshots().createTag("first", tagged).commit()));
    for (int i = 1; i <= 5; i++) {
      version = published(version.append(SampleRows.of(i, i + 1)));
    }
    assertThat(snapshots(version)).hasSize(3).contains(tagged);
    assertThat(SampleRows.ids(version)).hasSize(6);
  }

  @Test
  void otherReadersOfIcebergSeeTheSameValues() throws Exception {
    TableVersion version = published(create(0, 500).append(SampleRows.of(500, 700)));
    Table table =
        new BaseTable(
            new StaticTableOperations(
                version.metadataLocation(), TableFileIO.readOnly(Storage.defaults())),
            "t");
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> scan = IcebergGenerics.read(table).build()) {
      scan.forEach(
          r -> rows.add(r.getField("id") + "," + r.getField("city") + "," + r.getField("score")));
    }
    assertThat(rows).containsExactlyInAnyOrderElementsOf(SampleRows.expected(0, 700));
  }

  @Test
  void duckDbReadsTheDataFiles() throws Exception {
    TableVersion version = published(create(0, 500));
    List<String> rows = new ArrayList<>();
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        ResultSet result =
            duck.createStatement()
                .executeQuery(
                    "select id, city, score from read_parquet('"
                        + dataFiles(version).iterator().next()
                        + "') order by id")) {
      while (result.next()) {
        rows.add(result.getLong(1) + "," + result.getString(2) + "," + result.getDouble(3));
      }
    }
    assertThat(rows).isEqualTo(SampleRows.expected(0, 500));
  }

  @Test
  void existingFilesAreNeverOverwrittenAndNeverBlock() throws Exception {
    TableVersion base = published(create(0, 2));
    TableVersion abandoned = base.append(SampleRows.of(2, 3));
    TableVersion.seal(List.of(abandoned));

    TableVersion next = published(base.append(SampleRows.of(3, 4)));

    assertThat(SampleRows.ids(next)).containsExactly(0L, 1L, 3L);
    byte[] content = Files.readAllBytes(Path.of(abandoned.metadataLocation()));
    TableFileIO io = TableFileIO.writing(new WriteLog(Storage.defaults()));
    assertThatThrownBy(() -> io.newOutputFile(abandoned.metadataLocation()).createOrOverwrite())
        .isInstanceOf(AlreadyExistsException.class);
    assertThat(Path.of(abandoned.metadataLocation())).hasBinaryContent(content);
  }

  @Test
  void locationsMayBeFileUrisAndHaveSpaces() throws Exception {
    TableStore uris =
        TableStore.at("file://" + lake + "/my lake/", progress::add, Storage.defaults());
    TableVersion version = uris.create(SampleRows.of(0, 3), TableOptions.defaults());
    TableVersion.seal(List.of(version));
    assertThat(version.metadataLocation()).startsWith("file://" + lake + "/my lake/tables/");
    assertThat(lake.resolve("my lake/tables/" + version.tableId())).isDirectory();
    assertThat(SampleRows.ids(uris.open("t", version.tableId(), version.metadataLocation())))
        .hasSize(3);
    assertThatThrownBy(() -> TableStore.at("ftp://host/x", progress::add, Storage.defaults()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("known kind");
    assertThatThrownBy(() -> TableStore.at("lake", progress::add, Storage.defaults()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("relative");
  }

  @Test
  void optionsAreValidated() {
    assertThatThrownBy(() -> TableOptions.builder().formatVersion(1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TableOptions.builder().property("format-version", "3"))
        .isInstanceOf(IllegalArgumentException.class);
    TableOptions wrong = TableOptions.builder().partitionBy(s -> s.day("id")).build();
    assertThatThrownBy(() -> store.create(SampleRows.of(0, 1), wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("partition spec");
    assertThat(lake.resolve("demo")).doesNotExist();
  }

  private TableVersion create(long from, long to) {
    return store.create(SampleRows.of(from, to), TableOptions.defaults());
  }

  private TableVersion published(TableVersion version) {
    TableVersion.seal(List.of(version));
    return reopened(version);
  }

  private TableVersion reopened(TableVersion version) {
    return store.open("t", version.tableId(), version.metadataLocation());
  }

  private static TableMetadata metadata(TableVersion version) {
    return TableMetadataParser.read(
        TableFileIO.readOnly(Storage.defaults()), version.metadataLocation());
  }

  private static List<Long> snapshots(TableVersion version) {
    return metadata(version).snapshots().stream().map(Snapshot::snapshotId).toList();
  }

  static Set<String> dataFiles(TableVersion version) throws Exception {
    try (CloseableIterable<FileScanTask> tasks = version.readOnly().newScan().planFiles()) {
      List<String> files = new ArrayList<>();
      tasks.forEach(task -> files.add(task.file().location()));
      return Set.copyOf(files);
    }
  }

  private Set<Path> files() throws Exception {
    try (Stream<Path> walk = Files.walk(lake)) {
      return walk.filter(Files::isRegularFile).collect(Collectors.toSet());
    }
  }
}
