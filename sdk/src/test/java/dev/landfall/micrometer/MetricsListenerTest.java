package dev.landfall.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.event.AbandonFinished;
import dev.landfall.event.AttemptFailed;
import dev.landfall.event.Outcome;
import dev.landfall.event.PublishFinished;
import dev.landfall.event.RecoverFinished;
import dev.landfall.model.Attempt;
import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MetricsListenerTest {

  private static final ProjectName DEMO = new ProjectName("demo");
  private static final OperationId OPERATION = OperationId.random();
  private static final CommitId COMMIT = new CommitId("00000000000000aa");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final MetricsListener listener = new MetricsListener(registry);

  @Test
  void everyOutcomeIsTimedUnderItsOwnTag() {
    for (Outcome outcome : Outcome.values()) {
      listener.publishFinished(
          new PublishFinished(
              DEMO, BranchName.MAIN, OPERATION, outcome, null, List.of(), Duration.ofMillis(3)));
    }

    assertThat(registry.get("landfall.publish").tag("project", "demo").timers())
        .hasSize(Outcome.values().length)
        .allSatisfy(timer -> assertThat(timer.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(3))
        .extracting(timer -> timer.getId().getTag("outcome"))
        .containsExactlyInAnyOrder("published", "branch-moved", "conflicted", "unknown", "failed");
  }

  @Test
  void attemptsRecoveriesAndAbandonmentsAreCounted() {
    Attempt attempt = new Attempt(1, Instant.EPOCH, Duration.ZERO, true, "cut");
    listener.attemptFailed(new AttemptFailed(DEMO, OPERATION, attempt));
    listener.recoverFinished(new RecoverFinished(DEMO, OPERATION, COMMIT));
    listener.recoverFinished(new RecoverFinished(DEMO, OPERATION, null));
    listener.abandonFinished(new AbandonFinished(DEMO, OPERATION, null));

    assertThat(count("landfall.attempts.failed", "sent", "true")).isEqualTo(1);
    assertThat(count("landfall.recover", "landed", "true")).isEqualTo(1);
    assertThat(count("landfall.recover", "landed", "false")).isEqualTo(1);
    assertThat(count("landfall.abandon", "landed", "false")).isEqualTo(1);
  }

  private double count(String name, String tag, String value) {
    return registry.get(name).tag(tag, value).counter().count();
  }
}
