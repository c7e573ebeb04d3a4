package dev.landfall.testkit.contract;

import static dev.landfall.testkit.assertions.LandfallAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.landfall.BranchHead;
import dev.landfall.BranchMovedException;
import dev.landfall.Commit;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.Table;
import dev.landfall.catalog.Capability;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.ConflictKind;
import dev.landfall.model.OperationId;
import dev.landfall.model.TableConflict;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract of changes: what each does to its table and name, and which head it fits. */
public abstract class ChangeContract extends ContractTests {

  /** Makes the tests of a catalog. */
  protected ChangeContract(CatalogUnderTest underTest) {
    super(underTest);
  }

  @Test
  @Proves({Rule.STAGING, Rule.R6})
  void aCommitUpdatesAndCreates() throws PublishException {
    Project project = project();
    BranchHead main = withOrders(project);
    BranchHead head =
        main.commit()
            .message("Add labels")
            .updateTable(main.table("orders").append(orders(10, 15)))
            .createTable("labels", table(project, 3))
            .publish();

    assertThat(head).hasOnlyTables("labels", "orders");
    assertThat(head).table("orders").hasRows(15);
    assertThat(head).table("labels").hasRows(3);
    assertThat(head.commitInfo().parent()).contains(main.commitId());
    assertThat(head.commitInfo().message()).contains("Add labels");
    assertThat(project.branch("main")).isEqualTo(head);
    assertThat(main).hasOnlyTables("orders").table("orders").hasRows(10);
  }

  private static BranchHead withOrders(Project project) throws PublishException {
    return project.branch("main").commit().createTable("orders", table(project, 10)).publish();
  }

  @Test
  @Proves(Rule.STAGING)
  void aDroppedNameMayBeCreatedAgain() {
    port().land("main", port().creating("t"));
    TableEntry old = port().table("t");
    Change.Create create = port().creating("t");
    port().land("main", port().dropping("t"), create);
    assertThat(port().table("t").tableId()).isEqualTo(create.tableId()).isNotEqualTo(old.tableId());

    port().land("main", port().dropping("t"));
    assertThat(port().tableNames(port().main().head().id())).isEmpty();
    assertThat(port().findTable(port().main().head().id(), "t")).isEmpty();
  }

  @Test
  @Needs(Capability.RENAME_TABLE)
  @Proves(Rule.STAGING)
  void renamesAreAppliedInTheirOrder() {
    port().land("main", port().creating("a"), port().creating("b"));
    TableEntry a = port().table("a");
    TableEntry b = port().table("b");
    port().land("main", port().renaming("b", "sales.c"), port().renaming("a", "b"));

    assertThat(port().tableNames(port().main().head().id())).containsExactly("b", "sales.c");
    assertThat(port().table("b").tableId()).isEqualTo(a.tableId());
    assertThat(port().table("sales.c"))
        .isEqualTo(new TableEntry(TableName.of("sales.c"), b.tableId(), b.metadataLocation()));
  }

  @Test
  @Needs(Capability.RENAME_TABLE)
  @Proves(Rule.STAGING)
  void aRenamedTableLeavesItsNameForAnother() throws PublishException {
    Project project = project();
    BranchHead main = withOrders(project);
    BranchHead head =
        main.commit()
            .renameTable("orders", "archive.orders")
            .createTable("orders", table(project, 3))
            .publish();

    assertThat(head).hasOnlyTables("archive.orders", "orders");
    assertThat(head).table("archive.orders").hasRows(10);
    assertThat(head).table("orders").hasRows(3);
    assertThat(head.table("archive.orders").tableId()).isEqualTo(main.table("orders").tableId());
  }

  @Test
  @Proves(Rule.STAGING)
  void anAssertionIsACommitThatBindsNothing() {
    port().land("main", port().creating("t"));
    TableEntry t = port().table("t");
    CommitInfo landed = port().land("main", port().asserting(t));
    assertThat(port().table(landed.id(), "t")).isEqualTo(t);
    assertThat(landed.changes()).containsExactly(port().asserting(t));
  }

  @Test
  @Proves(Rule.STAGING)
  void anOperationIdOfTheApplicationIsThatOfItsCommit() throws PublishException {
    Project project = project();
    OperationId job = OperationId.random();
    BranchHead head =
        project
            .branch("main")
            .commit()
            .operationId(job)
            .property("job", "nightly")
            .createTable("orders", table(project, 1))
            .publish();
    assertThat(head.commitInfo().operationId()).contains(job);
    assertThat(head.commitInfo().properties()).containsEntry("job", "nightly");
    assertThat(head.commitInfo().message()).isEmpty();
  }

  @Test
  @Proves({Rule.STAGING, Rule.R3, Rule.R5})
  void aFirstVersionMayBeStagedAgainAfterTheBranchMoved() throws PublishException {
    Project project = project();
    BranchHead main = withOrders(project);
    Table labels = table(project, 3);
    Commit loser = main.commit().createTable("labels", labels);
    BranchHead rival =
        main.commit().updateTable(main.table("orders").append(orders(10, 11))).publish();

    BranchMovedException moved = catchThrowableOfType(BranchMovedException.class, loser::publish);
    assertThat(moved.expectedHead()).isEqualTo(main.commitId());
    assertThat(moved.actualHead()).contains(rival.commitId());
    assertThat(project).branch("main").hasNoTable("labels").didNotLand(loser.operationId());
    BranchHead head = project.branch("main").commit().createTable("labels", labels).publish();
    assertThat(head).table("labels").hasRows(3);
  }

  @Test
  @Proves({Rule.CONFLICTS, Rule.R3})
  void eachChangeThatDoesNotFitIsAConflict() {
    port().land("main", port().creating("a"), port().creating("b"), port().creating("c"));
    CommitInfo head = port().main().head();
    List<TableEntry> tables = port().tables(head.id());
    TableEntry a = port().table("a");
    TableEntry b = port().table("b");
    Change.Create stranger = port().creating("stranger");
    TableName none = TableName.of("none");
    String other = port().files.next(b.tableId());

    requireConflict("a", ConflictKind.NAME_TAKEN, port().creating("a"));
    requireConflict(
        "none",
        ConflictKind.TABLE_NOT_FOUND,
        new Change.Update(
            none, stranger.tableId(), a.metadataLocation(), stranger.metadataLocation()));
    requireConflict(
        "b",
        ConflictKind.OTHER_TABLE,
        new Change.Update(
            b.name(), stranger.tableId(), b.metadataLocation(), stranger.metadataLocation()));
    requireConflict(
        "b",
        ConflictKind.VERSION_CHANGED,
        new Change.Update(b.name(), b.tableId(), other, port().files.next(b.tableId())));
    requireConflict(
        "b",
        ConflictKind.VERSION_CHANGED,
        new Change.AssertUnchanged(b.name(), b.tableId(), other));
    requireConflict("none.at.all", ConflictKind.TABLE_NOT_FOUND, port().dropping("none.at.all"));

    assertThat(port().main().head()).isEqualTo(head);
    assertThat(port().tables(head.id())).isEqualTo(tables);
  }

  @Test
  @Needs(Capability.RENAME_TABLE)
  @Proves({Rule.CONFLICTS, Rule.R3})
  void aRenameThatDoesNotFitIsAConflict() {
    CommitInfo head = port().land("main", port().creating("a"), port().creating("c"));
    requireConflict("c", ConflictKind.NAME_TAKEN, port().renaming("a", "c"));
    requireConflict("none", ConflictKind.TABLE_NOT_FOUND, port().renaming("none", "d"));
    assertThat(port().main().head()).isEqualTo(head);
    assertThat(port().tableNames(head.id())).containsExactly("a", "c");
  }

  /** Alone, and beside a change that fits. */
  private void requireConflict(String table, ConflictKind kind, Change change) {
    for (PublishAnswer answer :
        List.of(
            port().publish(port().main(), change),
            port().publish(port().main(), port().creating("free"), change))) {
      assertThat(ProjectUnderTest.conflicted(answer).conflicts())
          .extracting(TableConflict::table, TableConflict::kind)
          .containsExactly(tuple(TableName.of(table), kind));
    }
  }

  @Test
  @Proves(Rule.CONFLICTS)
  void allConflictsOfACommitAreAnswered() {
    port().land("main", port().creating("a"), port().creating("b"));
    TableEntry b = port().table("b");
    PublishAnswer answer =
        port()
            .publish(
                port().main(),
                port().creating("a"),
                port().dropping("none"),
                new Change.AssertUnchanged(b.name(), UUID.randomUUID(), b.metadataLocation()));
    assertThat(ProjectUnderTest.conflicted(answer).conflicts())
        .extracting(conflict -> conflict.table() + " " + conflict.kind())
        .containsExactly("a name-taken", "none table-not-found", "b other-table");
  }

  @Test
  @Proves({Rule.R6, Rule.R5, Rule.CONFLICTS})
  void b15OneFailedCheckOfFiveAdvancesNone() {
    port()
        .land(
            "main",
            port().creating("t1"),
            port().creating("t2"),
            port().creating("t3"),
            port().creating("t4"),
            port().creating("t5"));
    CommitInfo head = port().main().head();
    List<TableEntry> before = port().tables(head.id());
    Change[] changes = before.stream().map(port()::updating).toArray(Change[]::new);
    TableEntry third = before.get(2);
    String other = port().files.next(third.tableId());
    changes[2] =
        new Change.Update(third.name(), third.tableId(), other, port().files.next(third.tableId()));

    PublishAnswer answer = port().publish(port().main(), changes);
    assertThat(ProjectUnderTest.conflicted(answer).conflicts())
        .extracting(TableConflict::table, TableConflict::kind)
        .containsExactly(tuple(third.name(), ConflictKind.VERSION_CHANGED));
    assertThat(port().main().head()).isEqualTo(head);
    assertThat(port().tables(head.id())).isEqualTo(before);
    for (Change change : changes) {
      assertThat(TableFiles.fileAt(((Change.Update) change).metadataLocation())).exists();
    }
  }

  @Test
  @Proves(Rule.CONFLICTS)
  void b14AnUpdateNeverGoesIntoAnotherTableOfTheName() {
    port().land("main", port().creating("accounts"));
    BranchState pinned = port().main();
    TableEntry accounts = port().table("accounts");
    CommitInfo rival =
        port().land("main", port().dropping("accounts"), port().creating("accounts"));
    TableEntry other = port().table("accounts");

    PublishAnswer late = port().publish(pinned, port().updating(accounts));
    assertThat(ProjectUnderTest.moved(late).actualHead()).contains(rival.id());
    PublishAnswer wrong = port().publish(port().main(), port().updating(accounts));
    assertThat(ProjectUnderTest.conflicted(wrong).conflicts())
        .extracting(TableConflict::kind)
        .containsExactly(ConflictKind.OTHER_TABLE);
    assertThat(port().table("accounts")).isEqualTo(other);
  }
}
