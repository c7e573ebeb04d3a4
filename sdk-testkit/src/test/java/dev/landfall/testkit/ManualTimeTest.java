package dev.landfall.testkit;

import static dev.landfall.testkit.assertions.LandfallAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.config.RetryPolicy;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.fault.FaultLine;
import dev.landfall.testkit.fault.FaultPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ManualTimeTest {

  record Label(String text) {}

  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final Duration BACKOFF = Duration.ofHours(1);

  @TempDir Path directory;
  private final FaultPlan faults = new FaultPlan();
  private final FaultLine line = FaultLine.inProcess(faults);
  private final ManualTime time = ManualTime.now();
  private LandfallClient client;
  private Project project;

  @BeforeEach
  void open() {
    client =
        LandfallClient.builder()
            .directory(directory)
            .decorateCatalog(line::before)
            .timeSource(time)
            .retryPolicy(
                RetryPolicy.builder()
                    .initialBackoff(BACKOFF)
                    .maxBackoff(BACKOFF)
                    .totalTime(Duration.ofHours(6))
                    .build())
            .build();
    project = client.createProject("demo");
  }

  @AfterEach
  void close() {
    client.close();
    line.close();
  }

  @Test
  void aWaitEndsWhenTheTestHasMovedTheTimeAsFar() throws Exception {
    faults.onPublish().first().closeAfterRequest();
    FrozenCommit commit = labels();
    CompletableFuture<PublishResult> result = CompletableFuture.supplyAsync(commit::tryPublish);
    time.awaitSleeper(BOUND);
    Duration wait = time.sleeps().get(0);

    time.advance(wait.minusNanos(1));
    time.awaitSleeper(BOUND);
    assertThat(result).isNotDone();
    time.advance(Duration.ofNanos(1));

    assertThat(result.get(BOUND.toSeconds(), TimeUnit.SECONDS)).isPublished();
    assertThat(time.sleeps()).containsExactly(wait);
  }

  @Test
  void hoursOfBackoffPassAtOnce() throws Exception {
    Instant before = time.instant();
    time.advanceOnSleep();
    faults.onPublish().every().answer(503);

    assertThat(labels().tryPublish()).isUnknown();

    assertThat(time.sleeps()).hasSize(3);
    Duration waited = time.sleeps().stream().reduce(Duration.ZERO, Duration::plus);
    assertThat(Duration.between(before, time.instant())).isEqualTo(waited);
  }

  @Test
  void commitsAndTheAgeOfFilesGoByIt() throws Exception {
    time.advance(Duration.ofDays(2));
    assertThat(labels().publish().committedAt()).isEqualTo(time.instant());

    project.writeTable(Rows.of(List.of(new Label("never published"))));
    assertThat(project.maintenance().findOrphanFiles(Duration.ofDays(7)).files()).isEmpty();
    time.advance(Duration.ofDays(7));
    assertThat(project.maintenance().findOrphanFiles(Duration.ofDays(7)).files()).isNotEmpty();
  }

  @Test
  void saysWhatIsMissing() {
    assertThatThrownBy(() -> time.awaitSleeper(Duration.ofMillis(1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("No thread waits for the time to move");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> time.advance(Duration.ofSeconds(-1)))
        .withMessageContaining("time does not go back");
  }

  private FrozenCommit labels() {
    return project
        .branch("main")
        .commit()
        .createTable("labels", project.writeTable(Rows.of(List.of(new Label("car")))))
        .freeze();
  }
}
