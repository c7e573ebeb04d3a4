package dev.landfall.testkit.nessie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.BranchHead;
import dev.landfall.BranchMovedException;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Maintenance;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.catalog.AlreadyExistsException;
import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.TableName;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.ManualTime;
import dev.landfall.testkit.server.ServedLake;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A project whose branches are those that a Nessie repository has of itself. */
@Timeout(120)
class NessieRootTest {

  @TempDir Path warehouse;

  private NessieServer server;
  private ForeignClient foreign;

  @BeforeEach
  void start() {
    server = NessieServer.start();
    foreign = new ForeignClient(server.uri());
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  @Test
  void branchesThatAreThereAlreadyAreOpenedAsTheyStand() throws Exception {
    String head = withATable("main");
    foreign.create("BRANCH", "feature", head);
    foreign.create("BRANCH", "team/feature", head);
    foreign.create("TAG", "release", head);
    try (LandfallClient other = client("");
        LandfallClient client = client("?root=lake")) {
      Project neighbour = other.createProject("team");
      Project project = client.createProject("lake");

      assertThat(foreign.head("main")).isEqualTo(head);
      assertThat(project.branch("main").commitId().value()).isEqualTo(head);
      assertThat(project.branch("main").table("orders").rows().count()).isEqualTo(10);
      assertThat(project.log(project.branch("main")).map(CommitInfo::operationId))
          .isNotEmpty()
          .allMatch(Optional::isEmpty);

      BranchHead published = NessieLake.staged(project).publish();

      assertThat(foreign.head("main")).isEqualTo(published.commitId().value());
      assertThat(published.table("orders").rows().count()).isEqualTo(15);
      assertThat(names(project)).containsExactly("feature", "main");
      assertThat(names(neighbour)).containsExactly("feature", "main");
      assertThat(foreign.references("staging/lake/")).isNotEmpty();
      assertThatThrownBy(() -> project.branch("team/feature"))
          .isInstanceOf(NotSupportedException.class)
          .hasMessageContaining("team/feature");
      assertThat(foreign.head("feature")).isEqualTo(head);
    }
    assertThat(foreign.references("staging/")).isEmpty();
  }

  @Test
  void everyClientFindsTheSameBranchesAndOutcomes() throws Exception {
    try (LandfallClient client = client("?root=lake");
        LandfallClient without = client("")) {
      Project project = client.createProject("lake");
      BranchHead first = project.branch("main");
      assertThat(first.tables().map(TableName::toString)).isEmpty();
      first
          .commit()
          .createTable("orders", project.writeTable(Rows.of(ServedLake.orders(0, 10))))
          .publish();
      FrozenCommit landed = NessieLake.oneOrder(project).freeze();
      FrozenCommit late = NessieLake.oneOrder(project).freeze();
      BranchHead head = landed.publish();

      Project same = without.project("lake");
      assertThat(same.branch("main").commitId()).isEqualTo(head.commitId());
      assertThat(same.resumeCommit(landed.save()).recover().map(BranchHead::commitId))
          .contains(head.commitId());
      assertThatThrownBy(same.resumeCommit(late.save())::publish)
          .isInstanceOf(BranchMovedException.class);
      project.createBranch("trial", head);
      FrozenCommit onTrial = same.branch("trial").commit().dropTable("orders").freeze();
      onTrial.abandon();
      project.deleteBranch("trial", project.branch("trial").commitId());
      assertThat(names(same)).containsExactly("main");
      assertThat(laterThan(Duration.ofDays(2)).removeCatalogLeftovers(Duration.ofDays(1)))
          .isGreaterThanOrEqualTo(2);
      assertThat(same.resumeCommit(landed.save()).recover().map(BranchHead::commitId))
          .contains(head.commitId());
    }
  }

  @Test
  void aRepositoryHasOneRootAndAProjectStaysWhatItIs() throws Exception {
    try (LandfallClient without = client("");
        LandfallClient client = client("?root=lake");
        LandfallClient second = client("?root=other");
        LandfallClient mistaken = client("?root=plain")) {
      without.createProject("plain");
      client.createProject("lake");

      assertThatThrownBy(() -> second.createProject("other"))
          .isInstanceOf(AlreadyExistsException.class)
          .hasMessageContaining("'lake'");
      assertThatThrownBy(() -> client.createProject("lake"))
          .isInstanceOf(AlreadyExistsException.class);
      assertThatThrownBy(() -> mistaken.project("plain").branch("main"))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("root");
      assertThat(without.projects().map(each -> each.name().value()))
          .containsExactly("lake", "plain");
    }
  }

  /** Has another client commit a table, and returns where the branch stands then. */
  private String withATable(String branch) throws PublishException {
    try (LandfallClient writer = client("")) {
      Project scratch = writer.createProject("scratch");
      BranchHead head =
          scratch
              .branch("main")
              .commit()
              .createTable("orders", scratch.writeTable(Rows.of(ServedLake.orders(0, 10))))
              .publish();
      foreign.put(
          branch, List.of("default"), "{\"type\":\"NAMESPACE\",\"elements\":[\"default\"]}");
      foreign.put(
          branch,
          List.of("default", "orders"),
          "{\"type\":\"ICEBERG_TABLE\",\"metadataLocation\":\""
              + head.findEntry("orders").orElseThrow().metadataLocation()
              + "\",\"snapshotId\":1,\"schemaId\":0,\"specId\":0,\"sortOrderId\":0}");
    }
    return foreign.head(branch);
  }

  private LandfallClient client(String parameters) {
    return LandfallClient.builder()
        .uri(URI.create("nessie+" + server.uri() + parameters))
        .warehouse(warehouse)
        .build();
  }

  private Maintenance laterThan(Duration later) {
    return LandfallClient.builder()
        .uri(URI.create("nessie+" + server.uri()))
        .timeSource(ManualTime.at(Instant.now().plus(later)))
        .build()
        .project("lake")
        .maintenance();
  }

  private static List<String> names(Project project) {
    return project.branches().map(each -> each.branch().value()).toList();
  }
}
