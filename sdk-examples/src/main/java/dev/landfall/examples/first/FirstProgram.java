package dev.landfall.examples.first;

import dev.landfall.BranchHead;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.Snapshot;
import dev.landfall.Table;
import dev.landfall.model.CommitInfo;
import dev.landfall.rows.Rows;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.apache.iceberg.expressions.Expressions;

/** Creates a table, appends to it and creates another in one commit, and reads both back. */
public final class FirstProgram {

  // snippet: rows
  record Frame(long id, String camera, Instant takenAt) {}

  record Label(long frameId, String text) {}

  // end snippet

  private FirstProgram() {}

  /** Runs in the directory that is given, or in {@code lake}. */
  public static void main(String[] arguments) throws PublishException {
    run(Path.of(arguments.length == 0 ? "lake" : arguments[0]));
  }

  static void run(Path directory) throws PublishException {
    // snippet: first
    try (LandfallClient client = LandfallClient.open(directory)) {
      Project project = client.createProject("demo");
      Table frames = project.writeTable(Rows.of(List.of(new Frame(1, "left", Instant.now()))));
      BranchHead first = project.branch("main").commit().createTable("frames", frames).publish();

      // Two tables change, in one commit. Nobody sees one change without the other.
      Table appended =
          first.table("frames").append(Rows.of(List.of(new Frame(2, "right", Instant.now()))));
      Table labels = project.writeTable(Rows.of(List.of(new Label(1, "car"), new Label(2, "tree"))));
      BranchHead second =
          first
              .commit()
              .message("Add labels")
              .updateTable(appended)
              .createTable("labels", labels)
              .publish();

      second.table("frames").rows(Frame.class).forEach(System.out::println);
      System.out.println(second.table("labels").rows().count() + " labels");
      System.out.println(first.table("frames").rows().count() + " frame in the commit before");
    }
    // end snippet
  }

  static void readBack(Project project) {
    BranchHead head = project.branch("main");
    // snippet: read
    head.table("frames")
        .read()
        .where(Expressions.equal("camera", "left"))
        .rows(Frame.class)
        .forEach(System.out::println);

    CommitInfo oldest = project.log(head).reduce((newer, older) -> older).orElseThrow();
    Snapshot before = project.snapshotAt(oldest.id());
    System.out.println(before.tables().toList() + " at " + before.committedAt());
    // end snippet
  }

  static Table change(BranchHead head) {
    // snippet: change
    Table frames = head.table("frames");
    Table cleaned =
        frames
            .delete(Expressions.equal("camera", "left"))
            .updateSchema(
                schema ->
                    schema.addColumn("exposure", org.apache.iceberg.types.Types.DoubleType.get()))
            .edit(table -> table.updateProperties().set("owner", "cameras").commit());
    // end snippet
    return cleaned;
  }

  static void branch(Project project) throws PublishException {
    // snippet: branch
    BranchHead trial = project.createBranch("trial", project.branch("main"));
    BranchHead cleaned = trial.commit().updateTable(change(trial)).publish();
    System.out.println(cleaned.table("frames").rows().count() + " frames on the branch");
    project.deleteBranch("trial", cleaned.commitId());
    // end snippet
  }
}
