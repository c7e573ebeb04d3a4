package dev.landfall.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.storage.Locations;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.ConflictKind;
import dev.landfall.model.OperationId;
import dev.landfall.model.TableConflict;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass(name = "{0}")
@EnumSource(TestStore.class)
class PublishTest {

  @Parameter TestStore store;

  @TempDir Path directory;
  private final FailAt hooks = new FailAt();
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH.plusMillis(7));
  private Lake lake;

  @BeforeEach
  void open() {
    lake = Lake.create(store, directory, now::get, hooks);
  }

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void aReplayIsAnsweredWithTheFirstResultAlsoWhenTheBranchMovedOn() {
    PublishRequest request = lake.request(lake.main(), lake.creating("t"));
    CommitInfo landed = Lake.landed(lake.catalog.publish(request));
    CommitInfo later = lake.land("main", lake.creating("u"));
    int commits = hooks.count(Step.COMMITTED);

    assertThat(lake.catalog.publish(request)).isEqualTo(new PublishAnswer.Published(landed, true));
    assertThat(lake.main().head()).isEqualTo(later);
    assertThat(hooks.count(Step.COMMITTED)).isEqualTo(commits);
    assertThat(lake.log(later.id(), 100)).hasSize(3);
  }

  @Test
  void aReplayIsAnsweredAlsoWhenItsFilesAreGone() throws Exception {
    Change.Create create = lake.creating("t");
    PublishRequest request = lake.request(lake.main(), create);
    CommitInfo landed = Lake.landed(lake.catalog.publish(request));
    Files.delete(Path.of(URI.create(create.metadataLocation())));
    assertThat(lake.catalog.publish(request)).isEqualTo(new PublishAnswer.Published(landed, true));
  }

  @Test
  void anAbandonedOperationNeverLands() {
    PublishRequest request = lake.request(lake.main(), lake.creating("t"));
    OperationId operation = request.operationId();
    assertThat(lake.catalog.abandon(Lake.PROJECT, operation, request.sha256())).isEmpty();
    int commits = hooks.count(Step.COMMITTED);
    assertThat(lake.catalog.abandon(Lake.PROJECT, operation, request.sha256())).isEmpty();
    assertThat(hooks.count(Step.COMMITTED)).isEqualTo(commits);

    lake.close();
    lake = Lake.open(store, directory, hooks);
    assertThat(lake.catalog.findOperation(Lake.PROJECT, operation, request.sha256())).isEmpty();
    assertThatThrownBy(() -> lake.catalog.publish(request))
        .isInstanceOf(OperationAbandonedException.class)
        .hasMessageContaining(operation.toString());
    assertThat(lake.log(lake.main().head().id(), 10)).hasSize(1);
  }

  @Test
  void aMovedBranchRefusesAndKeepsNothing() {
    BranchState pinned = lake.main();
    CommitInfo rival = lake.land("main", lake.creating("t"));
    PublishRequest request = lake.request(pinned, lake.creating("u"));
    int commits = hooks.count(Step.COMMITTED);

    PublishAnswer answer = lake.catalog.publish(request);
    assertThat(answer).isInstanceOf(PublishAnswer.BranchMoved.class);
    assertThat(((PublishAnswer.BranchMoved) answer).actualHead()).contains(rival.id());
    assertThat(lake.catalog.findOperation(Lake.PROJECT, request.operationId(), request.sha256()))
        .isEmpty();
    assertThat(hooks.count(Step.COMMITTED)).isEqualTo(commits);
  }

  @Test
  void b15OneFailedCheckOfFiveAdvancesNone() {
    lake.land(
        "main",
        lake.creating("t1"),
        lake.creating("t2"),
        lake.creating("t3"),
        lake.creating("t4"),
        lake.creating("t5"));
    List<TableEntry> before = lake.tables(lake.main().head().id(), 100);
    Change[] changes = before.stream().map(lake::updating).toArray(Change[]::new);
    TableEntry third = before.get(2);
    changes[2] = new Change.Update(third.name(), third.tableId(), lake.version(), lake.version());
    long sequence = sequence();

    PublishAnswer answer = lake.publish(lake.main(), changes);
    assertThat(answer).isInstanceOf(PublishAnswer.Conflicted.class);
    assertThat(((PublishAnswer.Conflicted) answer).conflicts())
        .extracting(TableConflict::table, TableConflict::kind)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(third.name(), ConflictKind.VERSION_CHANGED));
    assertThat(lake.tables(lake.main().head().id(), 100)).isEqualTo(before);
    assertThat(sequence()).isEqualTo(sequence);
    for (Change change : changes) {
      assertThat(Path.of(URI.create(((Change.Update) change).metadataLocation()))).exists();
    }
  }

  @Test
  void b14AnUpdateNeverGoesIntoAnotherTableOfTheName() {
    lake.land("main", lake.creating("accounts"), lake.creating("external"));
    BranchState pinned = lake.main();
    TableEntry accounts = lake.table("accounts");
    TableEntry external = lake.table("external");
    CommitInfo rival =
        lake.land("main", lake.dropping(accounts), lake.renaming(external, "accounts"));

    PublishAnswer late = lake.publish(pinned, lake.updating(accounts));
    assertThat(((PublishAnswer.BranchMoved) late).actualHead()).contains(rival.id());
    PublishAnswer wrong = lake.publish(lake.main(), lake.updating(accounts));
    assertThat(((PublishAnswer.Conflicted) wrong).conflicts())
        .singleElement()
        .satisfies(c -> assertThat(c.kind()).isEqualTo(ConflictKind.OTHER_TABLE));
    assertThat(lake.table("accounts").tableId()).isEqualTo(external.tableId());
    assertThat(lake.table("accounts").metadataLocation()).isEqualTo(external.metadataLocation());
  }

  @Test
  void aVersionMustLieUnderTheLocationOfTheProject() throws Exception {
    String good = lake.version("good");
    String root = lake.project.location();
    Files.writeString(directory.resolve("outside.json"), "{}");
    List<String> bad =
        List.of(
            root,
            root + "/",
            root + "x/t.json",
            root + "/../../outside.json",
            root + "/t/../t/metadata/good.metadata.json",
            root + "/./t/metadata/good.metadata.json",
            root + "//t/metadata/good.metadata.json",
            root + "/t/metadata/good.metadata.json/",
            root + "/%2e%2e/%2e%2e/outside.json",
            root + "/t/metadata%2Fgood.metadata.json",
            root + "/t/metadata/good.metadata.json?x",
            root + "/t/metadata/good.metadata.json#x",
            root + "/t\\metadata/good.metadata.json",
            good.replace("file:///", "file:/"),
            good.replace("file:///", "FILE:///"),
            good.replace("file:///", "s3://bucket/"),
            good.substring("file://".length()),
            root + "/t/metadata");
    CommitInfo head = lake.main().head();
    for (String location : bad) {
      Change.Create create = new Change.Create(TableName.of("t"), UUID.randomUUID(), location);
      assertThatThrownBy(() -> lake.publish(lake.main(), create))
          .as(location)
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining(location)
          .hasMessageContaining("'t'");
    }
    assertThat(lake.main().head()).isEqualTo(head);
    lake.land("main", new Change.Create(TableName.of("t"), UUID.randomUUID(), good));
  }

  @Test
  void aLinkOutOfTheLocationOfTheProjectIsRefused() throws Exception {
    String good = lake.version("good");
    String root = lake.project.location();
    Path project = Locations.path(root);
    Files.writeString(directory.resolve("outside.json"), "{}");
    Files.createSymbolicLink(project.resolve("file.json"), directory.resolve("outside.json"));
    Files.createSymbolicLink(project.resolve("folder"), directory);
    Files.createSymbolicLink(project.resolve("inside.json"), Locations.path(good));
    CommitInfo head = lake.main().head();
    for (String location : List.of(root + "/file.json", root + "/folder/outside.json")) {
      Change.Create create = new Change.Create(TableName.of("t"), UUID.randomUUID(), location);
      assertThatThrownBy(() -> lake.publish(lake.main(), create))
          .as(location)
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("outside");
    }
    assertThat(lake.main().head()).isEqualTo(head);
    lake.land(
        "main", new Change.Create(TableName.of("t"), UUID.randomUUID(), root + "/inside.json"));
  }

  @Test
  void aMissingFileIsRefusedByItsName() throws Exception {
    lake.land("main", lake.creating("t"));
    CommitInfo head = lake.main().head();
    Change.Update update = lake.updating(lake.table("t"));
    Files.delete(Path.of(URI.create(update.metadataLocation())));
    assertThatThrownBy(() -> lake.publish(lake.main(), update))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(update.metadataLocation())
        .hasMessageContaining("does not exist");
    assertThat(lake.main().head()).isEqualTo(head);
  }

  @Test
  void timesNeverGoBackAlongALine() {
    CommitInfo first = lake.land("main", lake.creating("a"));
    now.set(Instant.EPOCH);
    CommitInfo second = lake.land("main", lake.creating("b"));
    now.set(Instant.EPOCH.plusSeconds(1));
    CommitInfo third = lake.land("main", lake.creating("c"));
    assertThat(List.of(first, second, third))
        .extracting(commit -> commit.committedAt().toEpochMilli())
        .containsExactly(7L, 7L, 1000L);
  }

  @Test
  void onePublishIsOneDatabaseCommitAndTouchesOnlyWhatItChanges() {
    assumeThat(store).as("the one that counts its changes").isEqualTo(TestStore.DIRECTORY);
    Change[] tables = new Change[1000];
    for (int i = 0; i < tables.length; i++) {
      tables[i] = lake.creating("t" + i);
    }
    lake.land("main", tables);
    lake.close();
    AtomicReference<Long> rows = new AtomicReference<>();
    FailAt counting = new FailAt();
    lake =
        Lake.open(
            store,
            directory,
            (step, connection) -> {
              counting.reached(step, connection);
              try (Statement statement = connection.createStatement();
                  ResultSet row = statement.executeQuery("SELECT total_changes()")) {
                rows.set(row.getLong(1));
              }
            });
    long sequence = sequence();
    lake.land("main", lake.updating(lake.table("t500")));

    assertThat(counting.count(Step.COMMIT_ISSUED)).isEqualTo(1);
    assertThat(sequence()).isEqualTo(sequence + 1);
    // The commit, the operation, the pointer, the branch and the sequence.
    assertThat(rows.get()).isEqualTo(5);
    assertThat(lake.tables(lake.main().head().id(), 1000)).hasSize(1000);
  }

  /** Returns a number that grows with every database commit. */
  private long sequence() {
    if (store == TestStore.POSTGRES) {
      return hooks.count(Step.COMMIT_ISSUED);
    }
    try (SqlSession session =
        new SqliteDatabase(directory.resolve("catalog.db")).open(SqliteDatabase.Access.READ)) {
      return Schema.sequence(session);
    } catch (java.sql.SQLException e) {
      throw new AssertionError(e);
    }
  }
}
