package dev.landfall.examples.testing;

import static dev.landfall.testkit.assertions.LandfallAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.config.RetryPolicy;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.ManualTime;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import dev.landfall.testkit.fault.RequestKind;
import dev.landfall.testkit.junit.LandfallExtension;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a test can set and ask for; the other tests need none of it. */
class OverHttpTest {

  private static final List<List<Order>> BATCHES = List.of(List.of(new Order(1, "pen")));

  @TempDir Path journal;

  // snippet: extension
  @RegisterExtension
  final LandfallExtension landfall =
      LandfallExtension.builder()
          .overHttp()
          .project("shop")
          .retryPolicy(RetryPolicy.defaults())
          .callTimeout(Duration.ofSeconds(2))
          .manualTime()
          .build();

  // end snippet

  // snippet: address
  @Test
  void aRefusalStopsTheJob(URI address, FaultPlan faults, FaultProxy proxy) {
    faults.onPublish().first().refuse();
    try (LandfallClient client = LandfallClient.connect(address)) {
      OrderIngest job = new OrderIngest(client.project("shop"), journal);
      assertThatThrownBy(() -> job.run(BATCHES)).isInstanceOf(PermissionDeniedException.class);
    }
    assertThat(proxy.count(RequestKind.PUBLISH)).isEqualTo(1);
  }

  // end snippet

  // snippet: time
  @Test
  void givesUpAfterFourAttempts(Project project, FaultPlan faults, ManualTime time) {
    time.advanceOnSleep(); // without this, time.advance(...) from another thread ends a wait
    faults.onPublish().every().closeAfterRequest();

    assertThat(orders(project).tryPublish()).isUnknown();

    assertThat(time.sleeps()).hasSize(3);
  }

  // end snippet

  // snippet: late
  @Test
  void anOldRequestThatArrivesLateChangesNothing(Project project, FaultPlan faults)
      throws Exception {
    FrozenCommit first = orders(project);
    faults.onPublish().of(first.operationId()).first().applyThenDeliverAgainAfter(1);

    first.publish();
    new OrderIngest(project, journal).run(BATCHES);

    assertThat(project).branch("main").hasCommits(2).landedOnce(first.operationId());
  }

  // end snippet

  private static FrozenCommit orders(Project project) {
    return project
        .branch("main")
        .commit()
        .createTable("orders", project.writeTable(Rows.of(BATCHES.get(0))))
        .freeze();
  }
}
