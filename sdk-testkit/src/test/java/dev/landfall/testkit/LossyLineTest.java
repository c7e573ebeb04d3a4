package dev.landfall.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.Commit;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.OutcomeUnknownException;
import dev.landfall.Project;
import dev.landfall.config.RetryPolicy;
import dev.landfall.rows.Rows;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LossyLineTest {

  record Label(String text) {}

  @TempDir Path directory;
  private final LossyLine line = new LossyLine();
  private LandfallClient client;
  private Project project;

  @BeforeEach
  void open() {
    client =
        LandfallClient.builder()
            .directory(directory)
            .decorateCatalog(line::before)
            .retryPolicy(RetryPolicy.none())
            .build();
    project = client.createProject("demo");
  }

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void aLostAnswerIsRecovered() {
    line.loseNextAnswer();

    FrozenCommit commit = publishAndLose();

    assertThat(commit.recover()).contains(project.branch("main"));
    assertThat(project.branch("main").findTable("labels")).isPresent();
  }

  @Test
  void aLostRequestIsPublishedAgain() throws Exception {
    line.loseNextRequest();

    FrozenCommit commit = publishAndLose();

    assertThat(commit.recover()).isEmpty();
    assertThat(commit.publish()).isEqualTo(project.branch("main"));
  }

  private FrozenCommit publishAndLose() {
    Commit commit =
        project
            .branch("main")
            .commit()
            .createTable("labels", project.writeTable(Rows.of(List.of(new Label("car")))));
    FrozenCommit frozen = commit.freeze();
    assertThatThrownBy(frozen::publish)
        .isInstanceOfSatisfying(
            OutcomeUnknownException.class, e -> assertThat(e.commit()).isEqualTo(frozen));
    return frozen;
  }
}
