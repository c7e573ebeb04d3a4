package dev.landfall.examples.remote;

import dev.landfall.BranchHead;
import dev.landfall.BranchMovedException;
import dev.landfall.Commit;
import dev.landfall.CommitConflictException;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.OutcomeUnknownException;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.Table;
import dev.landfall.config.HttpOptions;
import dev.landfall.config.RetryPolicy;
import dev.landfall.rows.Rows;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * What {@link RemoteIngest} runs in a process of its own: takes in batches over HTTP, and settles
 * each one before it takes the next. Takes the address of the catalog as its argument, and the
 * token from the environment variable {@value #TOKEN_VARIABLE}.
 */
final class IngestJob {

  static final String PROJECT = "shop";
  static final String TABLE = "events";

  /** Arguments are seen by everybody on the machine, so the token is none. */
  static final String TOKEN_VARIABLE = "LANDFALL_TOKEN";

  private IngestJob() {}

  public static void main(String[] args) throws PublishException {
    String token = System.getenv(TOKEN_VARIABLE);
    if (args.length != 1 || token == null) {
      throw new IllegalArgumentException(
          "Give the address of the catalog as argument, and a token in " + TOKEN_VARIABLE);
    }
    URI address = URI.create(args[0]);
    // snippet: connect
    HttpOptions options =
        HttpOptions.builder()
            // Asked for each request, so that a token can be replaced while the client is open.
            .credentials(() -> token)
            .connectTimeout(Duration.ofSeconds(5))
            // No byte for so long, and a whole attempt.
            .idleTimeout(Duration.ofSeconds(10))
            .callTimeout(Duration.ofSeconds(20))
            .build();
    try (LandfallClient client =
        LandfallClient.builder()
            .uri(address)
            .http(options)
            // One attempt only, to see each fault. The default policy settles most by itself.
            .retryPolicy(RetryPolicy.none())
            .build()) {
      ingest(client.createProjectIfAbsent(PROJECT));
    }
    // end snippet
  }

  private static void ingest(Project project) throws PublishException {
    BranchHead head = project.branch("main");
    for (int batch = 1; batch <= Event.BATCHES; batch++) {
      FrozenCommit commit = stage(project, head, batch).freeze();
      System.out.println("Batch " + batch + ", operation " + commit.operationId());
      head = land(commit);
    }
  }

  private static Commit stage(Project project, BranchHead head, int batch) {
    Rows rows = Rows.of(Event.fetch(batch));
    Commit commit = head.commit().message("Batch " + batch);
    Optional<Table> events = head.findTable(TABLE);
    return events.isPresent()
        ? commit.updateTable(events.get().append(rows))
        : commit.createTable(TABLE, project.writeTable(rows));
  }

  /** Publishes the one frozen commit until its outcome is known; the rows are never redone. */
  private static BranchHead land(FrozenCommit commit)
      throws BranchMovedException, CommitConflictException, OutcomeUnknownException {
    try {
      BranchHead head = commit.publish();
      System.out.println("  published: landed as " + head.commitId());
      return head;
    } catch (OutcomeUnknownException e) {
      e.attempts().forEach(attempt -> System.out.println("  " + attempt.failure()));
      System.out.println("  outcome unknown");
      return settle(e.commit());
    }
  }

  private static BranchHead settle(FrozenCommit commit)
      throws BranchMovedException, CommitConflictException, OutcomeUnknownException {
    Optional<BranchHead> landed = commit.recover();
    if (landed.isPresent()) {
      System.out.println("  recovered: landed as " + landed.get().commitId());
      return landed.get();
    }
    System.out.println("  recovered: no record of it, so the same commit is published again");
    BranchHead head = commit.publish();
    System.out.println("  published again: landed as " + head.commitId());
    return head;
  }
}
