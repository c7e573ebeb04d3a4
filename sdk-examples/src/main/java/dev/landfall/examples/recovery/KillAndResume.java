package dev.landfall.examples.recovery;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.SavedCommit;
import dev.landfall.Table;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.examples.process.JavaProcess;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A process saves a commit, publishes it and dies before it can note the outcome; a second one, in
 * another working directory, resumes the commit from its file. Once the first process dies just
 * after the commit has landed, once just before it is sent: the second one does the same both
 * times.
 *
 * <p>Takes a directory for the lake, or makes one, and starts the processes itself.
 */
public final class KillAndResume {

  record Frame(long id, String camera) {}

  private KillAndResume() {}

  /** Runs the program; the processes that it starts get a role, the lake and the saved commit. */
  public static void main(String[] args) throws Exception {
    if (args.length < 3) {
      direct(args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("landfall-"));
      return;
    }
    Path lake = Path.of(args[1]);
    Path saved = Path.of(args[2]);
    switch (args[0]) {
      case "die-after-landing" -> saveAndPublish(lake, saved, KillAndResume::deadAfterLanding);
      case "die-before-sending" -> saveAndPublish(lake, saved, KillAndResume::deadBeforeSending);
      case "resume" -> resume(lake, saved);
      default -> throw new IllegalArgumentException("No such role: " + args[0]);
    }
  }

  private static void direct(Path lake) throws Exception {
    System.out.println("A lake in " + lake);
    try (LandfallClient client = LandfallClient.open(lake)) {
      Project project = client.createProject("demo");
      Table frames = project.writeTable(Rows.of(List.of(new Frame(1, "left"))));
      project.branch("main").commit().createTable("frames", frames).publish();
    }
    for (String death : List.of("die-after-landing", "die-before-sending")) {
      System.out.println("\nTwo processes, the first one told to " + death + ":");
      Path first = Files.createTempDirectory("landfall-first-");
      Path second = Files.createTempDirectory("landfall-second-");
      Path saved = first.resolve("commit.json");
      run("1", first, death, lake, saved);
      run("2", second, "resume", lake, saved);
      report(lake);
    }
  }

  /** What the first process does. */
  private static void saveAndPublish(Path lake, Path savedFile, UnaryOperator<Catalog> death)
      throws IOException, PublishException {
    try (LandfallClient client =
        LandfallClient.builder().directory(lake).decorateCatalog(death).build()) {
      Project project = client.project("demo");
      BranchHead main = project.branch("main");
      Table frames = main.table("frames").append(Rows.of(List.of(new Frame(2, "right"))));
      // snippet: save
      FrozenCommit commit = main.commit().updateTable(frames).freeze();
      // Saved first, and through to the disk; then sent.
      Files.writeString(
          savedFile,
          commit.save().toJson(),
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.WRITE,
          StandardOpenOption.SYNC);
      System.out.println("Saved operation " + commit.operationId());
      BranchHead head = commit.publish();
      // end snippet
      System.out.println("Published as " + head.commitId() + ", and never said so");
    }
  }

  /** What the second process does. */
  private static void resume(Path lake, Path savedFile) throws IOException, PublishException {
    try (LandfallClient client = LandfallClient.open(lake)) {
      Project project = client.project("demo");
      // snippet: resume
      SavedCommit saved = SavedCommit.fromJson(Files.readString(savedFile));
      FrozenCommit commit = project.resumeCommit(saved);
      System.out.println("Resumed operation " + commit.operationId());
      System.out.println(
          commit.recover().isPresent() ? "It had landed" : "There is no record of it");
      // Looks the operation up, and publishes the same request if there is no record of it.
      BranchHead head = commit.recoverOrPublish();
      System.out.println("Settled as " + head.commitId());
      // end snippet
    }
  }

  private static void report(Path lake) {
    try (LandfallClient client = LandfallClient.builder().directory(lake).readOnly().build()) {
      Project project = client.project("demo");
      BranchHead main = project.branch("main");
      System.out.println(
          "frames has "
              + main.table("frames").rows().count()
              + " rows, and main "
              + project.log(main).count()
              + " commits");
    }
  }

  private static Catalog deadAfterLanding(Catalog catalog) {
    return new ForwardingCatalog(catalog) {
      @Override
      public PublishAnswer publish(PublishRequest request) {
        super.publish(request);
        return die();
      }
    };
  }

  private static Catalog deadBeforeSending(Catalog catalog) {
    return new ForwardingCatalog(catalog) {
      @Override
      public PublishAnswer publish(PublishRequest request) {
        return die();
      }
    };
  }

  /** Ends the process as kill -9 does: nothing is closed, flushed or cleaned up. */
  private static PublishAnswer die() {
    System.out.println("Dies now");
    System.out.flush();
    Runtime.getRuntime().halt(137);
    throw new AssertionError("a halted process goes on");
  }

  private static void run(String name, Path directory, Object... arguments) throws Exception {
    JavaProcess process = new JavaProcess(KillAndResume.class, directory, Map.of());
    int exitCode = process.run("  [process " + name + "] ", arguments);
    System.out.println("  [process " + name + "] ended with exit code " + exitCode);
  }
}
