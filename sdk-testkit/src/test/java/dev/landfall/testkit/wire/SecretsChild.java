package dev.landfall.testkit.wire;

import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.config.Credentials;
import dev.landfall.config.HttpOptions;
import dev.landfall.model.StorageAccess;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.fault.Fault;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import dev.landfall.testkit.server.CatalogServer;
import dev.landfall.testkit.server.ServedLake;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;

/** Goes through calls that succeed and fail, and prints all that an application could see. */
final class SecretsChild {

  private static final String GOOD = System.getenv("GOOD_TOKEN");
  private static final String BAD = System.getenv("BAD_TOKEN");

  private SecretsChild() {}

  public static void main(String[] args) throws Exception {
    FaultPlan faults = new FaultPlan();
    try (ServedLake lake =
            ServedLake.create(Path.of(args[0]), server -> server.tokens(Set.of(GOOD)));
        FaultProxy proxy = FaultProxy.start(lake.server().uri(), faults)) {
      Changing credentials = new Changing();
      HttpOptions options =
          HttpOptions.builder().credentials(credentials).callTimeout(Duration.ofSeconds(1)).build();
      System.out.println(options);
      try (LandfallClient client =
          LandfallClient.builder()
              .uri(proxy.uri())
              .http(options)
              .retryPolicy(Wire.policy(1).build())
              .build()) {
        System.out.println(client);
        Project project = client.project("demo");
        for (Fault fault : Fault.catalogue()) {
          faults.clear();
          faults.onPublish().first().inject(fault);
          attempt(() -> publish(project));
        }
        faults.clear();
        for (String token : new String[] {BAD, BAD + "\n", "", GOOD}) {
          credentials.next.add(token);
          // Asked for once more after the first one was rejected.
          credentials.next.add(BAD + "2");
          attempt(() -> publish(project));
        }
      }
      proxy.requests().forEach(request -> System.out.println(request + " " + request.headers()));
      System.out.println(proxy + " " + faults);
    }
    reachStorage(Path.of(args[0]).resolveSibling("bucket-lake"));
  }

  /** A client that is told the way to a store where nobody is. */
  private static void reachStorage(Path directory) throws Exception {
    StorageAccess access =
        StorageAccess.of(
                Map.of(
                    "s3.endpoint", "http://127.0.0.1:1",
                    "s3.retry.num-retries", "1",
                    "s3.access-key-id", "id",
                    "s3.secret-access-key", GOOD + "-key",
                    "s3.session-token", GOOD + "-session"))
            .expiringAt(Instant.now().plusSeconds(600));
    FaultPlan faults = new FaultPlan();
    try (CatalogServer server =
            CatalogServer.builder(directory)
                .warehouse("s3://bucket/lake")
                .storageAccess(() -> access)
                .start();
        FaultProxy proxy = FaultProxy.start(server.uri(), faults);
        LandfallClient client = LandfallClient.connect(proxy.uri())) {
      Project project = client.createProject("demo");
      attempt(() -> project.writeTable(Rows.of(ServedLake.orders(0, 1))));
      attempt(
          () ->
              project
                  .branch("main")
                  .commit()
                  .createTable("orders", project.writeTable(Rows.of(ServedLake.orders(0, 1))))
                  .publish());
      proxy.requests().forEach(System.out::println);
      System.out.println(access + " " + client + " " + server + " " + project.fileIO());
    }
  }

  private static void publish(Project project) throws Exception {
    FrozenCommit commit = project.branch("main").commit().message("m").dropTable("orders").freeze();
    System.out.println(commit + " " + commit.save() + " " + commit.save().toJson());
    commit.publish();
  }

  private interface Step {
    void run() throws Exception;
  }

  private static void attempt(Step step) {
    try {
      step.run();
    } catch (Exception e) {
      e.printStackTrace(System.out);
    }
  }

  private static final class Changing implements Credentials {
    private final Deque<String> next = new ArrayDeque<>();

    @Override
    public String token() {
      String token = next.poll();
      return token == null ? GOOD : token;
    }
  }
}
