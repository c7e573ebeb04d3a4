package dev.landfall.examples.release;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.CommitConflictException;
import dev.landfall.LandfallClient;
import dev.landfall.Maintenance;
import dev.landfall.OrphanFiles;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.RawTableCommit;
import dev.landfall.Release;
import dev.landfall.config.Durability;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * Two teams that publish to one branch without waiting for each other: imports first, then
 * releases. Argument: a directory for the catalog; a new temporary one if there is none.
 */
public final class SharedBranch {

  record Order(long id, String item) {}

  record Visit(String page) {}

  private final Project project;

  private SharedBranch(Project project) {
    this.project = project;
  }

  /** Runs the program. */
  public static void main(String[] arguments) throws IOException, PublishException {
    run(arguments.length == 0 ? Files.createTempDirectory("shared-branch") : Path.of(arguments[0]));
  }

  static void run(Path directory) throws PublishException {
    importOrders(directory);
    try (LandfallClient client = LandfallClient.open(directory)) {
      SharedBranch teams = new SharedBranch(client.project("shop"));
      teams.releaseBothTeams();
      teams.releaseTableCommits();
      teams.cleanUp();
    }
  }

  private static void importOrders(Path directory) throws PublishException {
    // snippet: durability
    try (LandfallClient client =
        LandfallClient.builder().directory(directory).durability(Durability.NONE).build()) {
      Project project = client.createProject("shop");
      Rows orders = Rows.of(List.of(new Order(1, "pen"), new Order(2, "ink")));
      Commit commit = project.branch("main").commit();
      commit.createTable("orders", project.writeTable(orders)).publish();
    } // closing makes durable what was published
    // end snippet
  }

  private void releaseBothTeams() throws PublishException {
    // snippet: release
    BranchHead pinned = project.branch("main");
    Rows more = Rows.of(List.of(new Order(3, "paper")));
    Commit release = pinned.release().updateTable(pinned.table("orders").append(more));

    // Another team publishes in between: a table of its own.
    Rows visits = Rows.of(List.of(new Visit("/"), new Visit("/pens")));
    pinned.release().createTable("web.visits", project.writeTable(visits)).publish();

    BranchHead head = release.publish();
    System.out.println(head.tables().toList() + " after " + project.log(head).count() + " commits");
    // end snippet
  }

  private void releaseTableCommits() throws PublishException {
    // snippet: table-commits
    RawTableCommit orders =
        new RawTableCommit(
            TableIdentifier.of("orders"),
            List.of(new UpdateRequirement.AssertCurrentSchemaID(0)),
            List.of(new MetadataUpdate.SetProperties(Map.of("owner", "sales"))));
    RawTableCommit visits =
        new RawTableCommit(
            TableIdentifier.of("web", "visits"),
            List.of(),
            List.of(new MetadataUpdate.SetProperties(Map.of("owner", "web"))));
    try {
      Release release = project.release("main", List.of(orders, visits));
      System.out.println("Both at once, as " + release.head().commitId());
    } catch (CommitConflictException e) {
      System.out.println("Neither: " + e.conflicts());
    }
    // end snippet
  }

  private void cleanUp() {
    // snippet: clean-up
    Maintenance maintenance = project.maintenance();
    maintenance.expireCommits(Duration.ofDays(90));
    OrphanFiles found = maintenance.findOrphanFiles(Duration.ofDays(7));
    System.out.println(found.files().size() + " files of " + found.bytes() + " bytes would go");
    maintenance.removeOrphanFiles(Duration.ofDays(7));
    // end snippet
  }
}
