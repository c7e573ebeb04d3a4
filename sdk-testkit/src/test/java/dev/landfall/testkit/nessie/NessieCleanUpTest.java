package dev.landfall.testkit.nessie;

import static dev.landfall.testkit.nessie.NessieLake.fiveOrdersAndLabels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.Maintenance;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.testkit.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the catalog leaves in Nessie, and that no outcome is lost with it. */
@ExtendWith(WithNessie.class)
@Timeout(120)
class NessieCleanUpTest {

  private static final Duration DAY = Duration.ofDays(1);

  @TempDir static Path warehouse;

  @Test
  void closingLeavesNoStagingBranch(NessieServer server) throws Exception {
    NessieLake lake = NessieLake.create(server, warehouse);
    fiveOrdersAndLabels(lake.direct()).publish();
    assertThat(lake.foreign.references("staging/" + lake.name)).isNotEmpty();

    lake.close();

    assertThat(lake.foreign.references("staging/" + lake.name)).isEmpty();
  }

  @Test
  void outcomesAreFoundAfterACleanUp(NessieServer server) throws Exception {
    try (NessieLake lake = NessieLake.create(server, warehouse)) {
      FrozenCommit landed = fiveOrdersAndLabels(lake.direct());
      BranchHead made = landed.publish();
      FrozenCommit pending = made.commit().dropTable("labels").freeze();
      FrozenCommit abandoned = made.release().dropTable("labels").freeze();
      abandoned.abandon();
      FrozenCommit release = lake.direct().branch("main").release().dropTable("orders").freeze();
      release.publish();
      lake.onAssign().every().closeAfterRequest();
      FrozenCommit unknown =
          lake.attempting(1).branch("main").commit().renameTable("labels", "tags").freeze();
      assertThat(unknown.tryPublish()).isInstanceOf(PublishResult.Unknown.class);

      int removed = twoDaysLater(lake).removeCatalogLeftovers(DAY);

      // Staging branches of three clients and the project's, and the records of two publishes.
      assertThat(lake.foreign.references("staging/" + lake.name)).isEmpty();
      assertThat(removed).isGreaterThanOrEqualTo(4);
      assertThat(twoDaysLater(lake).removeCatalogLeftovers(DAY)).isZero();
      Project project = lake.direct();
      assertThat(project.resumeCommit(landed.save()).recover().map(BranchHead::commitId))
          .contains(made.commitId());
      assertThat(project.resumeCommit(landed.save()).publish().commitId())
          .isEqualTo(made.commitId());
      assertThat(project.resumeCommit(pending.save()).recover()).isEmpty();
      assertThat(project.resumeCommit(release.save()).recover()).isPresent();
      assertThat(project.resumeCommit(unknown.save()).recover()).isEmpty();
      assertThatThrownBy(project.resumeCommit(abandoned.save())::publish)
          .isInstanceOf(OperationAbandonedException.class);
    }
  }

  @Test
  void whatIsYoungIsLeft(NessieServer server) throws Exception {
    try (NessieLake lake = NessieLake.create(server, warehouse)) {
      BranchHead head = fiveOrdersAndLabels(lake.direct()).publish();
      Maintenance maintenance = lake.direct().maintenance();

      assertThat(maintenance.removeCatalogLeftovers(DAY)).isZero();
      assertThat(lake.direct().branch("main").commitId()).isEqualTo(head.commitId());
      assertThatThrownBy(() -> maintenance.removeCatalogLeftovers(Duration.ofHours(1)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static Maintenance twoDaysLater(NessieLake lake) {
    return lake.at(ManualTime.at(Instant.now().plus(DAY.multipliedBy(2)))).maintenance();
  }
}
