package dev.landfall.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.config.StorageOptions;
import dev.landfall.config.TableOptions;
import dev.landfall.config.TimeSource;
import dev.landfall.internal.objectstore.CatalogAccess;
import dev.landfall.internal.storage.FileSync;
import dev.landfall.internal.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.GenericStatisticsFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealTest {

  @TempDir Path lake;
  private final Recorder recorder = new Recorder();
  private TableStore store;

  @BeforeEach
  void openStore() {
    store =
        TableStore.at(
            lake.resolve("a/b/demo").toString(),
            p -> {},
            Storage.with(
                StorageOptions.defaults(), recorder, new CatalogAccess(TimeSource.system())));
  }

  @Test
  void aNewTableIsSyncedWithEveryDirectoryUpToTheProjectsParent() throws Exception {
    TableVersion version = create(0, 10);
    TableVersion.seal(List.of(version));

    assertEverythingIsDurable(version);
    Path table = lake.resolve("a/b/demo/tables/" + version.tableId());
    assertThat(recorder.directories())
        .contains(
            table.resolve("data"),
            table.resolve("metadata"),
            table,
            lake.resolve("a/b/demo/tables"),
            lake.resolve("a/b/demo"),
            lake.resolve("a/b"),
            lake.resolve("a"),
            lake)
        .doesNotHaveDuplicates();
  }

  @Test
  void anEmptyTableIsSyncedToo() throws Exception {
    TableVersion version = create(0, 0);
    TableVersion.seal(List.of(version));
    assertEverythingIsDurable(version);
    assertThat(recorder.directories()).contains(lake.resolve("a/b"), lake);
  }

  @Test
  void directoriesThatASiblingMadeAreSyncedAsWell() throws Exception {
    TableVersion left = create(0, 1);
    TableVersion right = create(0, 1);
    TableVersion.seal(List.of(right));
    assertThat(recorder.directories())
        .contains(lake.resolve("a/b/demo/tables"), lake.resolve("a/b/demo"), lake.resolve("a/b"));
    assertThat(recorder.synced()).noneMatch(file -> file.toString().contains("" + left.tableId()));
  }

  @Test
  void aChainOfMixedOperationsIsSyncedAsAWhole() throws Exception {
    TableVersion version =
        create(0, 10)
            .append(SampleRows.of(10, 20))
            .delete(Expressions.lessThan("id", 5))
            .append(SampleRows.of(20, 30))
            .append(SampleRows.of(30, 40))
            .updateSchema(schema -> schema.addColumn("note", Types.StringType.get()))
            .edit(table -> table.updateProperties().set("a", "b").commit())
            .overwrite(Expressions.greaterThan("id", 35), SampleRows.of(50, 60));
    assertThat(recorder.synced()).isEmpty();

    TableVersion.seal(List.of(version));

    assertEverythingIsDurable(version);
    assertThat(SampleRows.ids(version)).hasSize(41);
    assertThat(recorder.synced()).doesNotHaveDuplicates();
  }

  @Test
  void filesThatAnEditBringsInFromElsewhereAreSynced() throws Exception {
    TableVersion source = create(0, 10);
    Path foreign = Path.of(TableVersionTest.dataFiles(source).iterator().next());
    TableVersion version = create(0, 0);
    TableVersion next =
        version.edit(
            table -> {
              var append = table.newAppend();
              source
                  .readOnly()
                  .newScan()
                  .planFiles()
                  .forEach(task -> append.appendFile(task.file()));
              append.commit();
            });
    TableVersion.seal(List.of(next));
    assertThat(recorder.synced()).contains(foreign);
    assertEverythingIsDurable(next);
  }

  @Test
  void whatAnIcebergCatalogsWriterMadeIsSynced() throws Exception {
    TableVersion base = create(0, 10);
    TableVersion.seal(List.of(base));
    recorder.clear();
    TableMetadata next = writtenElsewhere(base);

    TableVersion version = base.replaceMetadata(next);
    TableVersion.seal(List.of(version));

    Set<Path> added = reachable(version.metadataLocation());
    added.removeAll(reachable(base.metadataLocation()));
    assertThat(added).hasSize(4);
    assertThat(recorder.synced())
        .containsAll(added)
        .contains(Path.of(next.statisticsFiles().get(0).path()))
        .doesNotContainAnyElementsOf(reachable(base.metadataLocation()));
    assertThatThrownBy(() -> create(0, 1).replaceMetadata(next))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("it is of table " + base.tableId());
  }

  @Test
  void aTableThatIsTakenOverIsSyncedAsAWholeAlsoWhereItsSnapshotsExpired() throws Exception {
    TableVersion version = create(0, 10);
    TableVersion.seal(List.of(version));
    TableVersion grown = version.append(SampleRows.of(10, 20));
    TableVersion.seal(List.of(grown));
    TableVersion expired =
        grown.edit(
            table ->
                table.expireSnapshots().expireOlderThan(Long.MAX_VALUE).retainLast(1).commit());
    TableVersion.seal(List.of(expired));
    recorder.clear();

    TableVersion adopted =
        store.adopt(
            TableMetadataParser.read(
                TableFileIO.readOnly(Storage.defaults()), expired.metadataLocation()));
    TableVersion.seal(List.of(adopted));

    assertThat(adopted.metadataLocation()).isEqualTo(expired.metadataLocation());
    assertThat(recorder.synced()).containsAll(reachable(expired.metadataLocation()));
    assertThat(SampleRows.ids(adopted.append(SampleRows.of(20, 30)))).hasSize(30);
  }

  @Test
  void sealOfAnAppendSyncsItsOwnFilesOnlyAndOnce() throws Exception {
    TableVersion first = create(0, 10);
    TableVersion.seal(List.of(first));
    recorder.clear();

    TableVersion second = first.append(SampleRows.of(10, 20));
    TableVersion.seal(List.of(second));
    assertThat(recorder.synced()).hasSize(4).doesNotHaveDuplicates();

    recorder.clear();
    TableVersion.seal(List.of(second, first));
    TableVersion.seal(List.of(store.open("t", second.tableId(), second.metadataLocation())));
    assertThat(recorder.events()).isEmpty();
  }

  @Test
  void severalVersionsAreSealedTogetherFilesBeforeDirectories() throws Exception {
    TableVersion left = create(0, 10);
    TableVersion right = create(0, 10);
    TableVersion.seal(List.of(left, right));
    assertEverythingIsDurable(left);
    assertEverythingIsDurable(right);
    List<String> kinds =
        recorder.events().stream().map(e -> e.kind).filter(k -> !k.equals("write")).toList();
    assertThat(kinds.lastIndexOf("file")).isLessThan(kinds.indexOf("directory"));
  }

  @Test
  void aMissingFileIsNamedAndFinal() throws Exception {
    TableVersion version = create(0, 10);
    Path data = Path.of(TableVersionTest.dataFiles(version).iterator().next());
    Path aside = data.resolveSibling("aside");
    Files.move(data, aside);
    assertThatThrownBy(() -> TableVersion.seal(List.of(version)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(data.toString())
        .hasMessageContaining("does not exist");
  }

  @Test
  void aFailedSyncIsNeverTakenForASuccessLater() {
    TableVersion version = create(0, 10);
    TableVersion sibling = version.append(SampleRows.of(10, 11));
    recorder.failure = new IOException("no space left");
    assertThatThrownBy(() -> TableVersion.seal(List.of(version)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("write the rows again")
        .hasMessageContaining(".parquet");
    recorder.failure = null;
    assertThatThrownBy(() -> TableVersion.seal(List.of(version)))
        .isInstanceOf(UncheckedIOException.class);
    assertThatThrownBy(() -> TableVersion.seal(List.of(sibling)))
        .isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void anInterruptDoesNotBreakASeal() throws Exception {
    TableVersion version = create(0, 10);
    Thread.currentThread().interrupt();
    TableVersion.seal(List.of(version));
    assertThat(Thread.interrupted()).isTrue();
    assertEverythingIsDurable(version);
  }

  @Test
  void manyThreadsSealAndReadTheSameVersions() throws Exception {
    TableVersion base = create(0, 10);
    TableVersion next = base.append(SampleRows.of(10, 20));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<List<Long>>> results = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        List<TableVersion> order = i % 2 == 0 ? List.of(base, next) : List.of(next, base);
        results.add(
            threads.submit(
                () -> {
                  TableVersion.seal(order);
                  return SampleRows.ids(next);
                }));
      }
      for (Future<List<Long>> result : results) {
        assertThat(result.get()).hasSize(20);
      }
    } finally {
      threads.shutdownNow();
    }
    assertEverythingIsDurable(base);
    assertEverythingIsDurable(next);
    assertThat(recorder.synced()).doesNotHaveDuplicates();
  }

  /** What an Iceberg program makes of a version, with a log that the version knows nothing of. */
  private TableMetadata writtenElsewhere(TableVersion base) throws IOException {
    TableStore elsewhere =
        TableStore.at(lake.resolve("elsewhere").toString(), p -> {}, Storage.defaults());
    TableVersion source = elsewhere.create(SampleRows.of(10, 20), TableOptions.defaults());
    TableMetadata from = ((HasTableOperations) base.readOnly()).operations().current();
    StagedOperations operations = new StagedOperations(from, new WriteLog(Storage.defaults()));
    AppendFiles append = operations.table("t").newAppend();
    source.readOnly().newScan().planFiles().forEach(task -> append.appendFile(task.file()));
    append.commit();
    TableMetadata appended = operations.result();
    Path statistics = Files.writeString(lake.resolve("a.puffin"), "not read");
    return TableMetadata.buildFrom(appended)
        .setStatistics(
            new GenericStatisticsFile(
                appended.currentSnapshot().snapshotId(), statistics.toString(), 8, 0, List.of()))
        .build();
  }

  private TableVersion create(long from, long to) {
    return store.create(SampleRows.of(from, to), TableOptions.defaults());
  }

  /** Every file reached by the metadata: written, then synced, then its directory synced. */
  private void assertEverythingIsDurable(TableVersion version) throws Exception {
    List<Event> events = recorder.events();
    for (Path file : reachable(version.metadataLocation())) {
      int written = events.indexOf(new Event("write", file));
      int synced = events.indexOf(new Event("file", file));
      int directory = events.lastIndexOf(new Event("directory", file.getParent()));
      assertThat(file).exists();
      assertThat(written).as("write of %s", file).isGreaterThanOrEqualTo(0);
      assertThat(synced).as("sync of %s", file).isGreaterThan(written);
      assertThat(directory).as("sync of the directory of %s", file).isGreaterThan(synced);
    }
  }

  private static Set<Path> reachable(String metadataLocation) throws Exception {
    TableFileIO io = TableFileIO.readOnly(Storage.defaults());
    TableMetadata metadata = TableMetadataParser.read(io, metadataLocation);
    Set<Path> files = new HashSet<>();
    files.add(Path.of(metadataLocation));
    for (Snapshot snapshot : metadata.snapshots()) {
      files.add(Path.of(snapshot.manifestListLocation()));
      for (ManifestFile manifest : snapshot.allManifests(io)) {
        files.add(Path.of(manifest.path()));
        assertThat(manifest.content()).isEqualTo(ManifestContent.DATA);
        try (var paths = ManifestFiles.readPaths(manifest, io, metadata.specsById())) {
          paths.forEach(path -> files.add(Path.of(path)));
        }
      }
    }
    return files;
  }

  private record Event(String kind, Path path) {}

  private static final class Recorder implements FileSync {

    private final List<Event> events = Collections.synchronizedList(new ArrayList<>());
    private volatile IOException failure;

    @Override
    public boolean isConcurrent() {
      return true;
    }

    @Override
    public void written(Path file) {
      events.add(new Event("write", file));
    }

    @Override
    public void syncFile(Path file) throws IOException {
      if (failure != null) {
        throw failure;
      }
      FileSync.disk().syncFile(file);
      events.add(new Event("file", file));
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
      FileSync.disk().syncDirectory(directory);
      events.add(new Event("directory", directory));
    }

    void clear() {
      events.clear();
    }

    List<Event> events() {
      return List.copyOf(events);
    }

    List<Path> synced() {
      return events().stream().filter(e -> e.kind.equals("file")).map(Event::path).toList();
    }

    List<Path> directories() {
      return events().stream().filter(e -> e.kind.equals("directory")).map(Event::path).toList();
    }
  }
}
