package dev.landfall.examples.recovery;

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
import dev.landfall.config.RetryPolicy;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.fault.FaultLine;
import dev.landfall.testkit.fault.FaultPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Publishes a commit whose answer gets lost, finds out that it landed, and that publishing it again
 * lands nothing twice. Then one whose request gets lost: abandons it, and redoes its writes.
 *
 * <p>Takes a directory for the lake, or makes one.
 */
public final class LostAcknowledgement {

  record Frame(long id, String camera) {}

  record Label(long frame, String text) {}

  private final Project project;
  private final FaultPlan faults;

  private LostAcknowledgement(Project project, FaultPlan faults) {
    this.project = project;
    this.faults = faults;
  }

  /** Runs the program. */
  public static void main(String[] args) throws IOException, PublishException {
    Path lake = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("landfall-");
    FaultPlan faults = new FaultPlan();
    try (FaultLine line = FaultLine.inProcess(faults);
        LandfallClient client =
            LandfallClient.builder()
                .directory(lake)
                .decorateCatalog(line::before)
                // One attempt only: with the default policy, the second one finds the commit
                // itself.
                .retryPolicy(RetryPolicy.none())
                .build()) {
      Project project = client.createProject("demo");
      Table frames = project.writeTable(Rows.of(List.of(new Frame(1, "left"))));
      project.branch("main").commit().createTable("frames", frames).publish();
      LostAcknowledgement example = new LostAcknowledgement(project, faults);
      System.out.println("A lake in " + lake);
      example.report();
      example.loseTheAnswer();
      example.report();
      example.loseTheRequest();
      example.report();
    }
  }

  private void loseTheAnswer() throws PublishException {
    System.out.println("\nPublishing two frames and a new table; the answer will get lost.");
    BranchHead main = project.branch("main");
    Table frames = main.table("frames").append(Rows.of(frames(2, "left", "right")));
    Table labels = project.writeTable(Rows.of(List.of(new Label(2, "car"), new Label(3, "tree"))));
    Commit commit =
        main.commit().message("Label").updateTable(frames).createTable("labels", labels);
    faults.onPublish().next().applyThenDropAnswer();
    publish(commit);
  }

  private void publish(Commit commit) throws PublishException {
    // snippet: publish
    try {
      BranchHead head = commit.publish();
      System.out.println("  Published as " + head.commitId());
    } catch (BranchMovedException e) {
      // Nothing was published. Pin the branch again, and redo the writes on what it has now.
      System.out.println("  Somebody else published: " + e.actualHead());
    } catch (CommitConflictException e) {
      // Nothing was published. The same changes will never fit; stage others.
      System.out.println("  Does not fit: " + e.conflicts());
    } catch (OutcomeUnknownException e) {
      // Sent, and not answered. Do not redo the writes: settle this very commit.
      System.out.println("  " + e.getMessage());
      settle(e.commit());
    }
    // end snippet
  }

  private static void settle(FrozenCommit commit) throws PublishException {
    // snippet: recover
    Optional<BranchHead> landed = commit.recover();
    if (landed.isPresent()) {
      System.out.println("  Looked up: it landed as " + landed.get().commitId());
    } else {
      System.out.println("  Looked up: no record of it yet, so the same commit may be published");
    }
    // Sends the same request, which lands at most once. commit.recoverOrPublish() does both in one.
    BranchHead head = commit.publish();
    System.out.println("  Published again: still " + head.commitId());
    // end snippet
  }

  private void loseTheRequest() throws PublishException {
    System.out.println("\nPublishing one more frame; the request will get lost.");
    faults.onPublish().next().closeAfterRequest();
    FrozenCommit commit = appendFrame(project.branch("main")).freeze();
    try {
      commit.publish();
    } catch (OutcomeUnknownException e) {
      System.out.println("  " + e.getMessage());
      abandonAndRedo(e.commit());
    }
  }

  private void abandonAndRedo(FrozenCommit commit) throws PublishException {
    // snippet: abandon
    Optional<BranchHead> landed = commit.abandon();
    if (landed.isPresent()) {
      System.out.println("  Too late to abandon, it landed as " + landed.get().commitId());
    } else {
      // However late its request arrives, it is refused now: the writes may be made anew.
      BranchHead main = project.branch("main");
      BranchHead head = appendFrame(main).publish();
      System.out.println("  Abandoned; the writes were redone as " + head.commitId());
    }
    // end snippet
  }

  private static Commit appendFrame(BranchHead head) {
    return head.commit().updateTable(head.table("frames").append(Rows.of(frames(4, "left"))));
  }

  private static List<Frame> frames(long firstId, String... cameras) {
    return IntStream.range(0, cameras.length)
        .mapToObj(i -> new Frame(firstId + i, cameras[i]))
        .toList();
  }

  private void report() {
    BranchHead main = project.branch("main");
    System.out.println("Branch main has " + project.log(main).count() + " commits and");
    main.tables()
        .forEach(
            name ->
                System.out.println(
                    "  " + name + ": " + main.table(name.toString()).rows().count() + " rows"));
  }
}
