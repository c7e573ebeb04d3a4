package dev.landfall;

import static dev.landfall.TestLake.count;
import static dev.landfall.TestLake.orders;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.model.ConflictKind;
import dev.landfall.model.TableConflict;
import dev.landfall.model.TableName;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableCommit;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A release: all or nothing over its tables, and undisturbed by commits of others. */
@Timeout(120)
@ParameterizedClass(name = "{0}")
@EnumSource(TestLake.Kind.class)
class ReleaseTest {

  @Parameter TestLake.Kind kind;

  private static final TableIdentifier ORDERS = TableIdentifier.of("orders");

  @TempDir Path parent;
  private Path directory;
  private TestLake lake;
  private ScriptedCatalog catalog;

  @BeforeEach
  void open() throws PublishException {
    directory = parent.resolve("lake");
    lake = TestLake.create(kind, directory, opened -> catalog = new ScriptedCatalog(opened));
  }

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void b15OneChangedTableKeepsAllBackAndItsFilesStay() throws Exception {
    createTables("a", "b", "c");
    BranchHead pinned = lake.main();
    Commit release = pinned.release();
    for (String name : List.of("a", "b", "c")) {
      release.updateTable(appended(pinned, name));
    }
    BranchHead rival = pinned.commit().updateTable(appended(pinned, "b")).publish();
    FrozenCommit frozen = release.freeze();
    Set<Path> files = files();

    CommitConflictException conflict =
        catchThrowableOfType(CommitConflictException.class, frozen::publish);
    assertThat(conflict.conflicts())
        .extracting(TableConflict::table, TableConflict::kind)
        .containsExactly(tuple(TableName.of("b"), ConflictKind.VERSION_CHANGED));
    assertThat(lake.main()).isEqualTo(rival);
    assertThat(frozen.recover()).isEmpty();
    assertThat(files()).isEqualTo(files);

    BranchHead again = lake.main();
    Commit redone = again.release();
    for (String name : List.of("a", "b", "c")) {
      redone.updateTable(appended(again, name));
    }
    BranchHead head = redone.publish();
    assertThat(count(head, "a")).isEqualTo(2);
    assertThat(count(head, "b")).isEqualTo(3);
  }

  @Test
  void b14ATableThatTookTheNameIsNeitherWrittenNorDropped() throws Exception {
    createTables("accounts", "external");
    BranchHead pinned = lake.main();
    FrozenCommit update = pinned.release().updateTable(appended(pinned, "accounts")).freeze();
    FrozenCommit drop = pinned.release().dropTable("accounts").freeze();
    FrozenCommit rename = pinned.release().renameTable("accounts", "mine").freeze();
    BranchHead rival =
        pinned.commit().dropTable("accounts").renameTable("external", "accounts").publish();

    for (FrozenCommit late : List.of(update, drop, rename)) {
      assertThat(kindsOf(late)).containsExactly(ConflictKind.OTHER_TABLE);
    }
    assertThat(lake.main()).isEqualTo(rival);

    FrozenCommit dropAgain = rival.release().dropTable("accounts").freeze();
    rival.commit().dropTable("accounts").publish();
    assertThat(kindsOf(dropAgain)).containsExactly(ConflictKind.TABLE_NOT_FOUND);
    assertThatThrownBy(() -> lake.main().release().dropTable("accounts").freeze())
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("'accounts'");
  }

  @Test
  void createsUpdatesAndDropsFromRawPartsInOneCommit() throws Exception {
    createTables("old");
    TableMetadata base = metadata(lake.main().table("orders"));
    Commit release =
        lake.main()
            .release()
            .commitTable(creating("made"))
            .commitTable(settingProperty("orders", base, "owner", "me"))
            .dropTable("old");
    BranchHead head = release.publish();

    assertThat(head.tables().map(TableName::toString)).containsExactly("made", "orders");
    assertThat(head.table("orders").properties()).containsEntry("owner", "me");
    assertThat(count(head, "orders")).isEqualTo(10);
    assertThat(head.table("made").schema().columns()).hasSize(1);
    assertThat(head.commitInfo().changes()).hasSize(4);
    Table filled = head.table("made").append(Rows.of(List.of(new Id(1), new Id(2))));
    assertThat(count(head.release().updateTable(filled).publish(), "made")).isEqualTo(2);
  }

  record Id(long id) {}

  @Test
  void theTablesComeInTheOrderOfTheirCommits() throws Exception {
    createTables("a", "b");
    BranchHead main = lake.main();
    List<TableCommit> commits =
        List.of(
            settingProperty("b", metadata(main.table("b")), "n", "1"),
            creating("c"),
            TableCommit.create(
                TableIdentifier.of("default", "a"),
                metadata(main.table("a")),
                metadata(appended(main, "a"))));

    Release release = lake.project.release("main", commits);

    assertThat(release.head()).isEqualTo(lake.main());
    assertThat(release.tables())
        .extracting(table -> table.name().orElseThrow().toString())
        .containsExactly("b", "c", "a");
    assertThat(release.tables().get(0).properties()).containsEntry("n", "1");
    assertThat(release.tables().get(2).rows()).hasSize(2);
    Table next = release.tables().get(2).append(Rows.of(List.of(new TestLake.Label("more"))));
    assertThat(count(release.head().commit().updateTable(next).publish(), "a")).isEqualTo(3);
    Table one =
        lake.project.commitTable(
            "main", settingProperty("b", metadata(lake.main().table("b")), "n", "2"));
    assertThat(one.properties()).containsEntry("n", "2");
  }

  @Test
  void whatIsRefusedIsRefusedBeforeAnythingIsWritten() throws Exception {
    createTables("a");
    TableMetadata stale = metadata(lake.main().table("orders"));
    BranchHead main = lake.main().commit().updateTable(withFiveMore(lake.main())).publish();
    Set<Path> files = files();
    TableCommit good = settingProperty("a", metadata(main.table("a")), "k", "v");

    CommitConflictException conflict =
        catchThrowableOfType(
            CommitConflictException.class,
            () ->
                lake.project.release(
                    "main",
                    List.of(
                        good,
                        new RawTableCommit(
                            ORDERS,
                            List.of(
                                new UpdateRequirement.AssertRefSnapshotID(
                                    "main", stale.currentSnapshot().snapshotId())),
                            List.of(new MetadataUpdate.SetProperties(Map.of("k", "v")))))));
    assertThat(conflict.conflicts())
        .extracting(TableConflict::kind)
        .containsExactly(ConflictKind.REQUIREMENT_FAILED);
    assertThatThrownBy(() -> lake.project.release("main", List.of(good, good)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'a'")
        .hasMessageContaining("already staged");
    assertThatThrownBy(
            () ->
                lake.project.release(
                    "main", List.of(good, settingProperty("gone", stale, "k", "v"))))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> lake.project.release("main", List.of(good, creating("orders"))))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("'orders'");
    assertThatThrownBy(() -> lake.project.release("main", List.of()))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () ->
                lake.project.release(
                    "main",
                    List.of(
                        new RawTableCommit(
                            ORDERS,
                            List.of(),
                            List.of(new MetadataUpdate.SetLocation("file:///elsewhere"))))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("under the project's location");

    assertThat(lake.main()).isEqualTo(main);
    assertThat(files()).isEqualTo(files);
  }

  @Test
  void aLostAnswerIsRecoveredAlsoAfterARestart() throws Exception {
    BranchHead pinned = lake.main();
    Commit release = pinned.release().updateTable(withFiveMore(pinned));
    BranchHead other = pinned.commit().createTable("labels", lake.labels()).publish();
    catalog.next(ScriptedCatalog.Step.answerLost());

    OutcomeUnknownException unknown =
        catchThrowableOfType(OutcomeUnknownException.class, release::publish);
    String saved = unknown.commit().save().toJson();
    lake.close();
    lake = TestLake.reopen(kind, directory);

    FrozenCommit resumed = lake.project.resumeCommit(SavedCommit.fromJson(saved));
    BranchHead head = resumed.recover().orElseThrow();
    assertThat(head).isEqualTo(lake.main());
    assertThat(head.commitInfo().parent()).contains(other.commitId());
    assertThat(resumed.publish()).isEqualTo(head);
    assertThat(count(head, "orders")).isEqualTo(15);
  }

  @Test
  void aCatalogThatComparesOnlyHeadsRefuses() throws Exception {
    Path other = parent.resolve("other");
    try (TestLake plain =
        TestLake.create(
            other,
            catalog ->
                new ForwardingCatalog(catalog) {
                  @Override
                  public Set<Capability> capabilities() {
                    return EnumSet.complementOf(EnumSet.of(Capability.RELEASE));
                  }
                })) {
      BranchHead head = plain.main();
      assertThatThrownBy(head::release)
          .isInstanceOf(NotSupportedException.class)
          .hasMessageContaining("RELEASE");
    }
  }

  private Table withFiveMore(BranchHead head) {
    return head.table("orders").append(Rows.of(orders(10, 15)));
  }

  private static Table appended(BranchHead head, String table) {
    return head.table(table).append(Rows.of(List.of(new TestLake.Label("more"))));
  }

  @Test
  void aTableCommitChangesNothingThatItDoesNotSay() throws Exception {
    BranchHead pinned = lake.main();
    Table limited =
        pinned
            .table("orders")
            .edit(t -> t.updateProperties().set("landfall.retained-snapshots", "1").commit());
    BranchHead before = pinned.commit().updateTable(limited).publish();
    TableMetadata base = metadata(before.table("orders"));
    org.apache.iceberg.Snapshot added = metadata(withFiveMore(before)).currentSnapshot();

    Table table =
        lake.project.commitTable(
            "main",
            new RawTableCommit(
                ORDERS,
                List.of(new UpdateRequirement.AssertTableUUID(base.uuid())),
                List.of(
                    new MetadataUpdate.AddSnapshot(added),
                    new MetadataUpdate.SetSnapshotRef(
                        "main",
                        added.snapshotId(),
                        org.apache.iceberg.SnapshotRefType.BRANCH,
                        null,
                        null,
                        null))));

    assertThat(table.iceberg().snapshots())
        .as("the SDK's own writes keep one, a table commit drops none")
        .hasSize(base.snapshots().size() + 1);
  }

  private void createTables(String... names) throws PublishException {
    Commit commit = lake.main().commit();
    for (String name : names) {
      commit.createTable(name, lake.project.writeTable(Rows.of(List.of(new TestLake.Label("x")))));
    }
    commit.publish();
  }

  private static TableMetadata metadata(Table table) {
    return ((HasTableOperations) table.iceberg()).operations().current();
  }

  private static TableCommit creating(String name) {
    Schema schema = new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
    return new RawTableCommit(
        TableIdentifier.of(Namespace.empty(), name),
        List.of(new UpdateRequirement.AssertTableDoesNotExist()),
        List.of(new MetadataUpdate.AddSchema(schema), new MetadataUpdate.SetCurrentSchema(-1)));
  }

  private static TableCommit settingProperty(
      String table, TableMetadata base, String key, String value) {
    return new RawTableCommit(
        TableIdentifier.of(table),
        List.of(new UpdateRequirement.AssertTableUUID(base.uuid())),
        List.of(new MetadataUpdate.SetProperties(Map.of(key, value))));
  }

  private static List<ConflictKind> kindsOf(FrozenCommit commit) {
    CommitConflictException conflict =
        catchThrowableOfType(CommitConflictException.class, commit::publish);
    assertThat(conflict).as("the outcome of " + commit).isNotNull();
    return conflict.conflicts().stream().map(TableConflict::kind).toList();
  }

  private Set<Path> files() throws IOException {
    return TestLake.filesBelow(directory.resolve("projects"));
  }
}
