package dev.landfall.examples.testing;

import static dev.landfall.testkit.assertions.LandfallAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.Project;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.SimulatedCrash;
import dev.landfall.testkit.junit.LandfallTest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@LandfallTest
class CrashTest {

  private static final List<List<Order>> BATCHES =
      List.of(List.of(new Order(1, "pen")), List.of(new Order(2, "ink")));

  // snippet: crash
  @Test
  void theNextRunGoesOn(Project project, FaultPlan faults, @TempDir Path journal) throws Exception {
    faults.onPublish().second().applyThenCrash();
    OrderIngest job = new OrderIngest(project, journal);
    assertThatThrownBy(() -> job.run(BATCHES)).isInstanceOf(SimulatedCrash.class);

    new OrderIngest(project, journal).run(BATCHES);

    assertThat(project).branch("main").hasCommits(2).table("orders").hasRows(2);
  }
  // end snippet
}
