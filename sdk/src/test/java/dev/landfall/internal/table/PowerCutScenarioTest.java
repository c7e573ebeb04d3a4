package dev.landfall.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.config.StorageOptions;
import dev.landfall.config.TableOptions;
import dev.landfall.config.TimeSource;
import dev.landfall.internal.engine.DirectoryCatalog;
import dev.landfall.internal.engine.PostgresCatalog;
import dev.landfall.internal.objectstore.CatalogAccess;
import dev.landfall.internal.storage.FileSync;
import dev.landfall.internal.storage.Storage;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import dev.landfall.postgres.TestPostgres;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** B17: a disk that forgets, at a power cut, what was not synced. */
class PowerCutScenarioTest {

  private static final ProjectName DEMO = new ProjectName("demo");
  private static final TableName ORDERS = TableName.of("orders");
  private static final TableName LABELS = TableName.of("labels");

  @TempDir Path directory;

  /** Where the heads lie. Their own syncs are the database's affair. */
  private enum Store {
    DIRECTORY {
      @Override
      Catalog open(Path lake) {
        return DirectoryCatalog.open(lake, DirectoryCatalog.Options.defaults());
      }
    },
    POSTGRES {
      @Override
      Catalog open(Path lake) {
        return PostgresCatalog.open(PostgresCatalog.Settings.of(TestPostgres.catalog(lake)));
      }
    };

    abstract Catalog open(Path lake);
  }

  @ParameterizedTest
  @EnumSource
  void b17_aCutAfterAnyCallOfAPublishLeavesTheOldHeadOrTheNewOneWhole(Store store)
      throws Exception {
    int cut = 0;
    boolean published = false;
    while (!published) {
      Path lake = directory.resolve("cut-" + cut);
      ForgetfulDisk disk = new ForgetfulDisk();
      PublishRequest request;
      try (Catalog catalog = store.open(lake)) {
        TableStore tables = prepare(catalog, disk);
        disk.cutAfter(cut);
        request = publishUntilCut(catalog, tables);
      }
      published = request != null;
      disk.forget();
      try (Catalog catalog = store.open(lake)) {
        assertWhole(catalog, request);
      }
      cut++;
    }
    assertThat(cut).as("calls at which the power was cut").isGreaterThan(15);
  }

  private static TableStore prepare(Catalog catalog, ForgetfulDisk disk) {
    String location = catalog.createProject(DEMO).location();
    TableStore store =
        TableStore.at(
            location,
            progress -> {},
            Storage.with(StorageOptions.defaults(), disk, new CatalogAccess(TimeSource.system())));
    TableVersion orders = store.create(SampleRows.of(0, 10), TableOptions.defaults());
    TableVersion.seal(List.of(orders));
    publish(catalog, new Change.Create(ORDERS, orders.tableId(), orders.metadataLocation()));
    return store;
  }

  /** Returns the request that was published; none if the power was cut before. */
  private static @Nullable PublishRequest publishUntilCut(Catalog catalog, TableStore store) {
    BranchState main = catalog.branch(DEMO, BranchName.MAIN);
    TableEntry base = catalog.table(DEMO, main.head().id(), ORDERS).orElseThrow();
    try {
      TableVersion orders =
          store
              .open("orders", base.tableId(), base.metadataLocation())
              .append(SampleRows.of(10, 15));
      TableVersion labels = store.create(SampleRows.of(0, 3), TableOptions.defaults());
      TableVersion.seal(List.of(orders, labels));
      return publish(
          catalog,
          new Change.Update(
              ORDERS, base.tableId(), base.metadataLocation(), orders.metadataLocation()),
          new Change.Create(LABELS, labels.tableId(), labels.metadataLocation()));
    } catch (RuntimeException e) {
      assertThat(e).hasStackTraceContaining(PowerCut.class.getName());
      return null;
    }
  }

  private static PublishRequest publish(Catalog catalog, Change... changes) {
    BranchState main = catalog.branch(DEMO, BranchName.MAIN);
    CommitContent content =
        new CommitContent(
            DEMO,
            main.name(),
            main.branchId(),
            main.head().id(),
            OperationId.random(),
            null,
            Map.of(),
            List.of(changes));
    PublishRequest request = new PublishRequest(CommitContentCodec.encode(content), content);
    assertThat(catalog.publish(request)).isInstanceOf(PublishAnswer.Published.class);
    return request;
  }

  private static void assertWhole(Catalog catalog, @Nullable PublishRequest published)
      throws Exception {
    BranchState main = catalog.branch(DEMO, BranchName.MAIN);
    assertThat(rows(catalog, main, ORDERS)).isEqualTo(published == null ? 10 : 15);
    if (published == null) {
      assertThat(catalog.table(DEMO, main.head().id(), LABELS)).isEmpty();
    } else {
      assertThat(rows(catalog, main, LABELS)).isEqualTo(3);
      assertThat(catalog.findOperation(DEMO, published.operationId(), published.sha256()))
          .contains(main.head());
    }
  }

  private static int rows(Catalog catalog, BranchState main, TableName table) throws Exception {
    TableEntry entry = catalog.table(DEMO, main.head().id(), table).orElseThrow();
    return SampleRows.ids(
            TableStore.at(main.project().location(), progress -> {}, Storage.defaults())
                .open(table.name(), entry.tableId(), entry.metadataLocation()))
        .size();
  }

  private static final class PowerCut extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /** Keeps a file's bytes once it is synced, and its name once its directory is. */
  private static final class ForgetfulDisk implements FileSync {

    private final Set<Path> written = new HashSet<>();
    private final Set<Path> syncedFiles = new HashSet<>();
    private final Set<Path> durableNames = new HashSet<>();
    private int callsLeft = Integer.MAX_VALUE;

    synchronized void cutAfter(int calls) {
      callsLeft = calls;
    }

    @Override
    public boolean isConcurrent() {
      return true;
    }

    @Override
    public synchronized void written(Path file) {
      if (callsLeft > 0) {
        callsLeft--;
      }
      written.add(file);
    }

    @Override
    public synchronized void syncFile(Path file) throws IOException {
      call();
      syncedFiles.add(file);
    }

    @Override
    public synchronized void syncDirectory(Path synced) throws IOException {
      call();
      written.stream().filter(file -> synced.equals(file.getParent())).forEach(durableNames::add);
    }

    private synchronized void call() throws PowerCut {
      if (callsLeft == 0) {
        throw new PowerCut();
      }
      callsLeft--;
    }

    synchronized void forget() throws IOException {
      for (Path file : written) {
        if (!durableNames.contains(file)) {
          Files.deleteIfExists(file);
        } else if (!syncedFiles.contains(file)) {
          try (RandomAccessFile torn = new RandomAccessFile(file.toFile(), "rw")) {
            torn.setLength(torn.length() / 2);
          }
        }
      }
    }
  }
}
