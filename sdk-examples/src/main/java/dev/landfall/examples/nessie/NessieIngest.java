package dev.landfall.examples.nessie;

import dev.landfall.BranchHead;
import dev.landfall.BranchMovedException;
import dev.landfall.Commit;
import dev.landfall.CommitConflictException;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.OutcomeUnknownException;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.config.StorageOptions;
import dev.landfall.rows.Rows;
import java.net.URI;
import java.util.List;

/**
 * Takes batches of readings into tables of a Nessie server: each batch changes two tables as one
 * commit, on which Nessie's other clients may commit too. Arguments: the server's address, such as
 * {@code http://127.0.0.1:19120/api/v2}; where the tables' files go, an absolute path or a place in
 * a bucket such as {@code s3://bucket/lake}; and the address of the S3 service if it is not AWS.
 */
public final class NessieIngest {

  /** A row of the table readings. */
  public record Reading(String station, long hour, double celsius) {}

  /** A row of the table batches. */
  public record Batch(int number, int readings) {}

  private NessieIngest() {}

  /** Runs the program. */
  public static void main(String[] arguments) throws PublishException {
    StorageOptions storage = StorageOptions.defaults();
    if (arguments.length > 2) {
      storage = storage.withS3Endpoint(URI.create(arguments[2])).withS3PathStyleAccess();
    }
    run(URI.create("nessie+" + arguments[0]), arguments[1], storage, 3);
  }

  static BranchHead run(URI address, String warehouse, StorageOptions storage, int batches)
      throws PublishException {
    // snippet: nessie
    try (LandfallClient client =
        LandfallClient.builder()
            .uri(address) // such as nessie+http://127.0.0.1:19120/api/v2
            .warehouse(warehouse) // s3://bucket/lake, or a directory that all processes see
            .storage(storage) // how to reach the bucket
            .build()) {
      Project project = client.createProjectIfAbsent("weather");
      for (int batch = 1; batch <= batches; batch++) {
        ingest(project, batch);
      }
      BranchHead head = project.branch("main"); // Nessie's branch weather/main
      System.out.println(head.table("readings").rows().count() + " readings");
      return head;
    }
    // end snippet
  }

  private static void ingest(Project project, int number) throws PublishException {
    while (true) {
      BranchHead head = project.branch("main");
      FrozenCommit commit = stage(project, head, number).freeze();
      try {
        commit.publish();
        return;
      } catch (BranchMovedException e) {
        System.out.println("Another client of Nessie was faster; the batch is staged anew");
      } catch (OutcomeUnknownException e) {
        e.commit().recoverOrPublish();
        return;
      } catch (CommitConflictException e) {
        throw e; // A table is gone, or another one has its name.
      }
    }
  }

  private static Commit stage(Project project, BranchHead head, int number) {
    Rows readings = Rows.of(readings(number));
    Rows batch = Rows.of(List.of(new Batch(number, 3)));
    Commit commit = head.commit().message("Batch " + number);
    return head.findTable("readings").isEmpty()
        ? commit
            .createTable("readings", project.writeTable(readings))
            .createTable("batches", project.writeTable(batch))
        : commit
            .updateTable(head.table("readings").append(readings))
            .updateTable(head.table("batches").append(batch));
  }

  private static List<Reading> readings(int batch) {
    return List.of(
        new Reading("Aachen", batch, 11.5),
        new Reading("Bonn", batch, 12.25),
        new Reading("Celle", batch, 9.75));
  }
}
