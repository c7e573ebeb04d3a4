package dev.landfall.examples.objectstore;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.config.StorageOptions;
import dev.landfall.rows.Rows;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * Counts visits in a table whose files lie in a bucket, one more for each run. Arguments: the
 * directory of the catalog; where the files go, such as {@code s3://bucket/lake}; and the address
 * of the S3 service. The keys come from the environment: {@code AWS_ACCESS_KEY_ID} and {@code
 * AWS_SECRET_ACCESS_KEY}.
 */
public final class BucketProgram {

  /** A row of the table visits. */
  public record Visit(long at, String page) {}

  private BucketProgram() {}

  /** Runs the program. */
  public static void main(String[] arguments) throws PublishException {
    run(Path.of(arguments[0]), arguments[1], URI.create(arguments[2]));
  }

  static long run(Path directory, String warehouse, URI endpoint) throws PublishException {
    // snippet: object-store
    StorageOptions storage =
        StorageOptions.defaults() // all that follows is for services other than AWS
            .withS3Endpoint(endpoint) // such as https://minio.example:9000
            .withS3PathStyleAccess();
    try (LandfallClient client =
        LandfallClient.builder()
            .directory(directory) // or a catalog in PostgreSQL or Nessie
            .warehouse(warehouse) // such as s3://bucket/lake
            .storage(storage)
            .build()) {
      Project project = client.createProjectIfAbsent("site");
      BranchHead head = project.update("main", main -> addVisit(project, main));
      long visits = head.table("visits").rows().count();
      System.out.println(visits + " visits in " + project.location());
      return visits;
    }
    // end snippet
  }

  static Commit addVisit(Project project, BranchHead head) {
    Rows visit = Rows.of(List.of(new Visit(System.currentTimeMillis(), "/")));
    return head.findTable("visits").isEmpty()
        ? head.commit().createTable("visits", project.writeTable(visit))
        : head.commit().updateTable(head.table("visits").append(visit));
  }
}
