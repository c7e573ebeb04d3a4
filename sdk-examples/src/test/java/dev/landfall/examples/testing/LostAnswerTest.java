package dev.landfall.examples.testing;

import static dev.landfall.testkit.assertions.LandfallAssertions.assertThat;

import dev.landfall.Project;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.junit.LandfallTest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// snippet: lost-answer
@LandfallTest
class LostAnswerTest {

  @Test
  void landsOnce(Project project, FaultPlan faults, @TempDir Path journal) throws Exception {
    faults.onPublish().first().applyThenDropAnswer();

    new OrderIngest(project, journal).run(List.of(List.of(new Order(1, "pen"))));

    assertThat(project).branch("main").hasCommits(1).table("orders").hasRows(1);
  }
}
// end snippet
