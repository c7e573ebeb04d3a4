package dev.landfall.examples.objectstore;

import dev.landfall.BranchHead;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.config.HttpOptions;
import dev.landfall.config.StorageOptions;
import dev.landfall.model.StorageAccess;
import dev.landfall.testkit.server.CatalogServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/**
 * A server that tells its clients the way to the bucket in which the files lie, and a client that
 * knows nothing but the server's address and a token. Arguments: the directory of the catalog;
 * where the files go, such as {@code s3://bucket/lake}; and the address of the S3 service. The keys
 * come from the environment: {@code AWS_ACCESS_KEY_ID} and {@code AWS_SECRET_ACCESS_KEY} for the
 * server, {@code CLIENT_KEY_ID} and {@code CLIENT_SECRET_KEY} for its clients.
 */
public final class ServedBucket {

  private ServedBucket() {}

  /** Runs the program. */
  public static void main(String[] arguments) throws PublishException {
    run(Path.of(arguments[0]), arguments[1], URI.create(arguments[2]), "a-token");
  }

  private static void run(Path directory, String warehouse, URI endpoint, String token)
      throws PublishException {
    StorageOptions storage =
        StorageOptions.defaults().withS3Endpoint(endpoint).withS3PathStyleAccess();
    // snippet: storage-access
    try (CatalogServer server =
        CatalogServer.builder(directory)
            .warehouse(warehouse) // such as s3://bucket/lake
            .storage(storage) // how the server itself reaches it
            .token(token)
            // Asked for each request of a client; temporary keys are best.
            .storageAccess(() -> issueKey(endpoint).expiringAt(Instant.now().plusSeconds(3600)))
            .start()) {
      addVisit(server.uri(), token);
    }
    // end snippet
  }

  private static void addVisit(URI address, String token) throws PublishException {
    // snippet: told-by-catalog
    HttpOptions http = HttpOptions.builder().credentials(() -> token).build();
    try (LandfallClient client = LandfallClient.builder().uri(address).http(http).build()) {
      Project project = client.createProjectIfAbsent("site");
      BranchHead head = project.update("main", main -> BucketProgram.addVisit(project, main));
      System.out.println(head.table("visits").rows().count() + " in " + project.location());
    }
    // end snippet
  }

  /** Stands for a service that issues keys, such as AWS's STS. */
  private static StorageAccess issueKey(URI endpoint) {
    return StorageAccess.of(
        Map.of(
            "s3.endpoint", endpoint.toString(),
            "s3.path-style-access", "true",
            "s3.access-key-id", System.getenv("CLIENT_KEY_ID"),
            "s3.secret-access-key", System.getenv("CLIENT_SECRET_KEY")));
  }
}
