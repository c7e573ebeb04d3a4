package dev.landfall.testkit.nessie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.BranchHead;
import dev.landfall.BranchMovedException;
import dev.landfall.CommitConflictException;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.Table;
import dev.landfall.catalog.AlreadyExistsException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.model.Change;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.ConflictKind;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.TableName;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.server.ServedLake;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a project does in a Nessie server. */
class NessieCatalogTest extends OnNessie {

  private Project project;

  @BeforeEach
  void open() {
    project = lake.direct();
  }

  @Test
  void projectsAreFoundByEveryClient() {
    LandfallClient client = lake.directClient();

    assertThat(client.projects().map(ProjectInfo::name)).contains(project.name());
    assertThat(client.project(lake.name).location())
        .isEqualTo("file://" + warehouse + "/" + lake.name);
    assertThatThrownBy(() -> client.createProject(lake.name))
        .isInstanceOf(AlreadyExistsException.class);
    assertThatThrownBy(() -> client.project("none").branch("main"))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void namesThatNessieDoesNotTakeAreRefusedBeforeAnyEffect() {
    LandfallClient client = lake.client(lake.proxy.uri(), 1);

    assertThatThrownBy(() -> client.createProject("1st")).isInstanceOf(NotSupportedException.class);
    assertThatThrownBy(() -> client.createProject("landfall"))
        .isInstanceOf(NotSupportedException.class);
    assertThat(lake.proxy.requests()).isEmpty();
    assertThatThrownBy(() -> project.createBranch("bücher", project.branch("main")))
        .isInstanceOf(NotSupportedException.class)
        .hasMessageContaining("bücher");
    assertThatThrownBy(() -> project.maintenance().findOrphanFiles(Duration.ofDays(1)))
        .isInstanceOf(NotSupportedException.class);
  }

  @Test
  void aCommitOfAllKindsOfChangesIsToldAsItWasStaged() throws Exception {
    BranchHead first = project.branch("main");
    BranchHead second =
        first
            .commit()
            .createTable("sales.eu.a", project.writeTable(Rows.of(ServedLake.orders(0, 1))))
            .createTable("b", project.writeTable(Rows.of(ServedLake.orders(0, 2))))
            .createTable("c", project.writeTable(Rows.of(ServedLake.orders(0, 3))))
            .publish();
    Table replacement = project.writeTable(Rows.of(ServedLake.orders(0, 4)));

    BranchHead third =
        second
            .commit()
            .message("")
            .property("landfall.outcome", "mine")
            .property("team", "")
            .updateTable(second.table("sales.eu.a").append(Rows.of(ServedLake.orders(1, 1))))
            .renameTable("b", "sales.b")
            .dropTable("c")
            .createTable("c", replacement)
            .assertUnchanged(second.table("orders"))
            .publish();

    Project other = lake.direct();
    CommitInfo told = other.branch("main").commitInfo();
    assertThat(told.id()).isEqualTo(third.commitId());
    assertThat(told.parent()).contains(second.commitId());
    assertThat(told.operationId()).isEqualTo(third.commitInfo().operationId());
    assertThat(told.committedAt()).isEqualTo(third.committedAt());
    assertThat(told.message()).contains("");
    assertThat(told.properties()).isEqualTo(Map.of("landfall.outcome", "mine", "team", ""));
    assertThat(told.changes()).isEqualTo(third.commitInfo().changes()).hasSize(5);
    assertThat(other.branch("main").tables().map(TableName::toString))
        .containsExactly("c", "orders", "sales.b", "sales.eu.a");
    assertThat(other.branch("main").table("sales.eu.a").rows().count()).isEqualTo(2);
    assertThat(other.branch("main").table("c").rows().count()).isEqualTo(4);
    assertThat(other.branch("main").table("sales.b").tableId())
        .isEqualTo(second.table("b").tableId());
    assertThat(other.branch("main").table("c").tableId()).isEqualTo(replacement.tableId());
    assertThat(other.snapshotAt(second.commitId()).table("c").rows().count()).isEqualTo(3);
  }

  @Test
  void theLogGoesBackToTheFirstCommit() throws Exception {
    for (int i = 0; i < 3; i++) {
      BranchHead head = project.branch("main");
      head.commit()
          .message("commit " + i)
          .updateTable(head.table("orders").append(Rows.of(ServedLake.orders(10, 1))))
          .publish();
    }
    Project other = lake.direct();

    List<CommitInfo> log = other.log(other.branch("main")).toList();

    assertThat(log).hasSize(5);
    assertThat(log.stream().limit(3).map(CommitInfo::message).map(each -> each.orElse("")))
        .containsExactly("commit 2", "commit 1", "commit 0");
    CommitInfo first = log.get(4);
    assertThat(first.parent()).isEmpty();
    assertThat(first.operationId()).isEmpty();
    assertThat(other.snapshotAt(first.id()).tables()).isEmpty();
  }

  @Test
  void branchesAreNessiesOwnAndNothingElseIsListed() throws Exception {
    BranchHead main = project.branch("main");
    BranchHead trial = project.createBranch("team/trial", main);
    BranchHead moved = trial.commit().dropTable("orders").publish();

    assertThat(project.branches().map(each -> each.branch().value()))
        .containsExactly("main", "team/trial");
    assertThat(project.branches().map(BranchHead::commitId))
        .containsExactly(main.commitId(), moved.commitId());
    assertThat(lake.foreign.references(lake.name + "/"))
        .contains(lake.name + "/main", lake.name + "/team/trial");
    assertThatThrownBy(() -> project.createBranch("team/trial", main))
        .isInstanceOf(AlreadyExistsException.class);
    assertThatThrownBy(() -> project.deleteBranch("team/trial", main.commitId()))
        .isInstanceOf(BranchMovedException.class);
    project.deleteBranch("team/trial", moved.commitId());
    assertThatThrownBy(() -> project.branch("team/trial")).isInstanceOf(NotFoundException.class);
    assertThat(project.snapshotAt(moved.commitId()).tables()).isEmpty();
  }

  @Test
  void anOperationOfADeletedBranchIsStillRecovered() throws Exception {
    BranchHead trial = project.createBranch("trial", project.branch("main"));
    var frozen = trial.commit().dropTable("orders").freeze();
    BranchHead landed = frozen.publish();
    project.deleteBranch("trial", landed.commitId());
    project.createBranch("trial", project.branch("main"));

    assertThat(lake.direct().resumeCommit(frozen.save()).recover().map(BranchHead::commitId))
        .contains(landed.commitId());
  }

  @Test
  void changesThatDoNotFitAreConflicts() throws Exception {
    BranchHead head = project.branch("main");

    assertThatThrownBy(
            () ->
                head.commit()
                    .createTable("orders", project.writeTable(Rows.of(ServedLake.orders(0, 1))))
                    .dropTable("none")
                    .publish())
        .isInstanceOfSatisfying(
            CommitConflictException.class,
            conflict ->
                assertThat(conflict.conflicts())
                    .extracting(each -> each.kind())
                    .containsExactlyInAnyOrder(
                        ConflictKind.NAME_TAKEN, ConflictKind.TABLE_NOT_FOUND));
    assertThat(project.branch("main")).isEqualTo(head);
  }

  @Test
  void whatIsNoTableTakesItsNameAndIsLeftAlone() throws Exception {
    lake.foreign.put(
        lake.main(),
        List.of("default", "view"),
        "{\"type\":\"ICEBERG_VIEW\",\"metadataLocation\":\"file:///none\",\"versionId\":1,"
            + "\"schemaId\":0}");
    BranchHead head = project.branch("main");

    assertThat(head.tables().map(TableName::toString)).containsExactly("orders");
    assertThat(head.findTable("view")).isEmpty();
    assertThatThrownBy(
            () ->
                head.commit()
                    .createTable("view", project.writeTable(Rows.of(ServedLake.orders(0, 1))))
                    .publish())
        .isInstanceOf(CommitConflictException.class);
    assertThatThrownBy(() -> head.commit().dropTable("view").publish())
        .isInstanceOf(CommitConflictException.class);
    assertThatThrownBy(
            () ->
                head.commit()
                    .createTable(
                        "default.orders.x", project.writeTable(Rows.of(ServedLake.orders(0, 1))))
                    .publish())
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("orders");
  }

  @Test
  void aForeignCommitIsInTheLogWithoutChanges() {
    String foreign = lake.foreign.commitTo(lake.main());

    CommitInfo told = lake.direct().branch("main").commitInfo();

    assertThat(told.id().value()).isEqualTo(foreign);
    assertThat(told.message()).contains("foreign");
    assertThat(told.operationId()).isEmpty();
    assertThat(told.changes()).isEmpty();
  }

  @Test
  void releasesOfDifferentTablesDoNotDisturbEachOther() throws Exception {
    BranchHead pinned = project.branch("main");
    Table more = pinned.table("orders").append(Rows.of(ServedLake.orders(10, 5)));
    lake.foreign.commitTo(lake.main());
    BranchHead created =
        pinned
            .release()
            .createTable("labels", project.writeTable(Rows.of(ServedLake.orders(0, 3))))
            .publish();

    var release = pinned.release().updateTable(more).freeze();
    BranchHead released = release.publish();

    assertThat(released.commitInfo().parent()).contains(created.commitId());
    assertThat(released.table("labels").rows().count()).isEqualTo(3);
    assertThat(released.table("orders").rows().count()).isEqualTo(15);
    assertThat(lake.direct().resumeCommit(release.save()).recover().map(BranchHead::commitId))
        .contains(released.commitId());
    assertThat(release.publish()).isEqualTo(released);
    Table stale = pinned.table("orders").delete(Expressions.alwaysTrue());
    assertThatThrownBy(() -> pinned.release().updateTable(stale).publish())
        .isInstanceOfSatisfying(
            CommitConflictException.class,
            conflict ->
                assertThat(conflict.conflicts().get(0).kind())
                    .isEqualTo(ConflictKind.VERSION_CHANGED));
  }

  @Test
  void aTableOfAnotherClientIsReadAndWritten() throws Exception {
    BranchHead head = project.branch("main");
    String location = head.findEntry("orders").orElseThrow().metadataLocation();
    lake.foreign.put(
        lake.main(),
        List.of("default", "copy"),
        "{\"type\":\"ICEBERG_TABLE\",\"metadataLocation\":\""
            + location
            + "\",\"snapshotId\":1,\"schemaId\":0,\"specId\":0,\"sortOrderId\":0}");
    Project other = lake.direct();
    BranchHead pinned = other.branch("main");

    BranchHead written =
        pinned
            .commit()
            .updateTable(pinned.table("copy").append(Rows.of(ServedLake.orders(10, 1))))
            .publish();

    assertThat(written.table("copy").rows().count()).isEqualTo(11);
    assertThat(written.table("orders").rows().count()).isEqualTo(10);
    assertThat(written.commitInfo().changes().get(0)).isInstanceOf(Change.Update.class);
  }
}
