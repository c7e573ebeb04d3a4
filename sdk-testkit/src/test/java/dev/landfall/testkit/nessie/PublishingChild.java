package dev.landfall.testkit.nessie;

import dev.landfall.BranchHead;
import dev.landfall.CommitJournal;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.SavedCommit;
import dev.landfall.config.HttpOptions;
import dev.landfall.config.RetryPolicy;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** Publishes the commit that it reads from its standard input, through a journal. */
final class PublishingChild {

  private PublishingChild() {}

  /** Takes the server, the project, the journal, and whether to publish something before. */
  public static void main(String[] args) throws Exception {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (LandfallClient client = connect(URI.create(args[0]))) {
      Project project = client.project(args[1]);
      if (Boolean.parseBoolean(args[3])) {
        publishEarlier(project);
      }
      System.out.println("ready");
      SavedCommit saved = SavedCommit.fromJson(input.readLine());
      try (CommitJournal journal = CommitJournal.open(Path.of(args[2]), project)) {
        BranchHead head = journal.publish(project.resumeCommit(saved));
        System.out.println("published " + head.commitId());
      }
      // Closing the client sends requests too.
      input.readLine();
    }
  }

  private static LandfallClient connect(URI server) {
    return LandfallClient.builder()
        .uri(URI.create("nessie+" + server))
        .http(HttpOptions.builder().callTimeout(Duration.ofMinutes(5)).build())
        .retryPolicy(RetryPolicy.none())
        .build();
  }

  private static void publishEarlier(Project project) throws Exception {
    BranchHead head = project.branch("main").commit().renameTable("orders", "sold").publish();
    head = head.commit().renameTable("sold", "orders").publish();
    System.out.println("earlier " + head.commitId());
  }
}
