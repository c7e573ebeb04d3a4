package dev.landfall;

import static dev.landfall.TestLake.count;
import static dev.landfall.TestLake.orders;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.event.ClientListener;
import dev.landfall.event.WriteProgress;
import dev.landfall.model.Change;
import dev.landfall.model.OperationId;
import dev.landfall.rows.Rows;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The staging rules: each is refused at the call that breaks it, and leaves the commit as it was.
 */
class CommitStagingTest {

  @TempDir Path directory;
  private TestLake lake;
  private BranchHead main;
  private Table orders;

  @BeforeEach
  void open() throws PublishException {
    lake = TestLake.create(directory.resolve("lake"));
    main = lake.main();
    orders = main.table("orders");
  }

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void takesEqualPinsOfOneHead() throws PublishException {
    Table written = lake.main().table("orders").append(Rows.of(orders(10, 12)));

    assertThat(count(main.commit().updateTable(written).publish(), "orders")).isEqualTo(12);
  }

  @Test
  void refusesATableOfAnotherHeadWithTheSameContent() {
    Table onFeature = lake.project.createBranch("feature", main).table("orders");
    Table atCommit = lake.project.snapshotAt(main.commitId()).table("orders");

    assertWrongTable(() -> main.commit().updateTable(append(onFeature)), "branch feature");
    assertWrongTable(() -> main.commit().updateTable(append(atCommit)), "comes from");
    assertWrongTable(() -> main.commit().assertUnchanged(onFeature), "branch feature");
  }

  @Test
  void b14_refusesATableOfAnOlderHeadAtOnce() throws PublishException {
    Table old = append(orders);
    BranchHead next = main.commit().updateTable(append(orders)).publish();

    assertWrongTable(() -> next.commit().updateTable(old), main.commitId().toString());
  }

  @Test
  void refusesATableOfAnotherProjectOrClient() {
    Project other = lake.client.createProject("other");
    Table otherTable = other.writeTable(Rows.of(orders(0, 1)));
    assertWrongTable(() -> main.commit().createTable("copy", otherTable), "project 'other'");

    try (LandfallClient second =
        LandfallClient.builder().directory(directory.resolve("lake")).readOnly().build()) {
      Table sameTable = second.project("demo").branch("main").table("orders");
      assertWrongTable(() -> main.commit().assertUnchanged(sameTable), "another client");
    }
  }

  @Test
  void refusesAWrongKindOfTable() {
    Table unnamed = lake.labels();
    assertThatThrownBy(() -> main.commit().updateTable(unnamed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use createTable");
    assertWrongTable(() -> main.commit().createTable("copy", orders), "use updateTable");
    assertWrongTable(() -> main.commit().assertUnchanged(append(orders)), "use updateTable");
  }

  @Test
  void takesEachTableOnce() {
    Commit commit = main.commit().updateTable(append(orders));

    assertRefused(() -> commit.updateTable(append(orders)), "already staged ('update')");
    assertRefused(() -> commit.assertUnchanged(orders), "already staged ('update')");
    assertRefused(() -> commit.dropTable("default.orders"), "already staged ('update')");
    assertRefused(() -> commit.renameTable("orders", "old"), "already staged ('update')");
    assertThat(commit.freeze().changes()).hasSize(1);
  }

  @Test
  void bindsEachNameOnce() {
    Commit commit = main.commit().createTable("labels", lake.labels());

    assertRefused(() -> commit.createTable("default.labels", lake.labels()), "already bound");
    assertRefused(() -> commit.renameTable("orders", "labels"), "already bound");
    assertRefused(() -> commit.dropTable("labels"), "binds the name to another table");
    assertRefused(
        () -> main.commit().updateTable(append(orders)).createTable("orders", lake.labels()),
        "keeps the table");
    assertThatThrownBy(() -> main.commit().renameTable("orders", "default.orders"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(commit.freeze().changes()).hasSize(1);
  }

  @Test
  void createsATableUnderOneNameInACommit() {
    Table labels = lake.labels();

    assertRefused(
        () -> main.commit().createTable("a", labels).createTable("b", labels),
        "already created in this commit");
  }

  @Test
  void theHeadsOwnVersionAssertsThatNothingChanged() throws PublishException {
    FrozenCommit frozen = main.commit().updateTable(orders).freeze();

    assertThat(frozen.changes()).singleElement().isInstanceOf(Change.AssertUnchanged.class);
    assertThat(frozen.publish().table("orders").tableId()).isEqualTo(orders.tableId());
  }

  @Test
  void aDeleteThatMatchesNothingIsTheSameVersion() {
    assertThat(orders.delete(Expressions.equal("id", 4711L))).isSameAs(orders);
  }

  @Test
  void anEmptyCommitCannotBeFrozen() {
    Commit commit = main.commit().message("nothing");

    assertRefused(commit::freeze, "nothing is staged");
    assertRefused(commit::publish, "nothing is staged");
  }

  @Test
  void takesNothingAfterFreeze() throws PublishException {
    Commit commit = main.commit().updateTable(append(orders));
    Table labels = lake.labels();
    commit.publish();

    assertRefused(() -> commit.message("late"), "frozen");
    assertRefused(() -> commit.property("a", "b"), "frozen");
    assertRefused(() -> commit.operationId(OperationId.random()), "frozen");
    assertRefused(() -> commit.updateTable(orders), "frozen");
    assertRefused(() -> commit.createTable("labels", labels), "frozen");
    assertRefused(() -> commit.dropTable("orders"), "frozen");
    assertRefused(() -> commit.renameTable("orders", "b"), "frozen");
    assertRefused(() -> commit.assertUnchanged(orders), "frozen");
    assertRefused(commit::freeze, "frozen");
    assertRefused(commit::publish, "frozen");
    assertRefused(commit::tryPublish, "frozen");
  }

  @Test
  void belongsToOneThread() {
    Commit commit = main.commit();
    Throwable thrown =
        CompletableFuture.supplyAsync(() -> commit.dropTable("orders"))
            .handle((result, error) -> error)
            .join();

    assertThat(thrown)
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasStackTraceContaining("belongs to thread");
    assertRefused(commit::freeze, "nothing is staged");
  }

  @Test
  void refusesTextsOverTheLimits() {
    assertThatThrownBy(() -> main.commit().message("\u00fc".repeat(2049)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4098");
    assertThatThrownBy(() -> main.commit().property("", "x"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void movesATableToANewerHead() throws PublishException {
    BranchHead next = main.commit().updateTable(append(orders)).publish();

    assertThat(orders.at(next).rows().count()).isEqualTo(11);
    assertThatThrownBy(() -> lake.labels().at(next)).isInstanceOf(IllegalStateException.class);
    BranchHead swapped =
        next.commit().dropTable("orders").createTable("orders", lake.labels()).publish();
    assertThatThrownBy(() -> orders.at(swapped)).hasMessageContaining("another table");
  }

  @Test
  void aListenerThatThrowsFailsNoWrite() throws PublishException {
    ClientListener broken =
        new ClientListener() {
          @Override
          public void writeProgress(WriteProgress progress) {
            throw new IllegalStateException("broken on purpose");
          }
        };
    try (LandfallClient client =
        LandfallClient.builder().directory(directory.resolve("told")).listener(broken).build()) {
      Project project = client.createProject("demo");
      Table table = project.writeTable(Rows.of(orders(0, 3)));
      assertThat(
              count(
                  project.branch("main").commit().createTable("orders", table).publish(), "orders"))
          .isEqualTo(3);
    }
  }

  private static Table append(Table table) {
    return table.append(Rows.of(orders(100, 101)));
  }

  private static void assertWrongTable(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String reason) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Cannot ")
        .hasMessageContaining(reason);
  }

  private static void assertRefused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String reason) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("Cannot ")
        .hasMessageContaining(reason);
  }
}
