package dev.landfall.internal.engine;

import dev.landfall.catalog.CatalogLockedException;
import dev.landfall.config.Durability;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.OperationId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A child process that publishes to an existing lake, or holds it open. */
final class PublishingChild {

  private PublishingChild() {}

  /**
   * Arguments: a directory, and what to do: {@code forever} with a durability, {@code hold}, or a
   * step to die at with an operation and a store.
   */
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    switch (arguments[1]) {
      case "forever" -> publishForever(directory, Durability.of(arguments[2]));
      case "hold" -> hold(directory);
      default ->
          dieAt(
              directory, Step.valueOf(arguments[1]), arguments[2], TestStore.valueOf(arguments[3]));
    }
  }

  /** Prints "to" and the request's digest before each publish, and "at" and the head after it. */
  private static void publishForever(Path directory, Durability durability) {
    Lake lake = Lake.open(directory, durability, EngineHooks.NONE);
    while (true) {
      var request = lake.request(lake.main(), lake.creating("t" + UUID.randomUUID()));
      print("to " + request.operationId() + " " + request.sha256());
      print("at " + Lake.landed(lake.catalog.publish(request)).id());
    }
  }

  private static void hold(Path directory) throws Exception {
    try (Lake lake = Lake.open(directory)) {
      print("open");
      // Ends when the parent closes the pipe, or kills this process.
      while (System.in.read() >= 0) {
        lake.main();
      }
    } catch (CatalogLockedException e) {
      print("locked");
    }
  }

  /** Updates all tables in one commit of a given operation, and dies at a step of it. */
  private static void dieAt(Path directory, Step dying, String operation, TestStore store)
      throws Exception {
    Lake lake =
        Lake.open(
            store,
            directory,
            (step, connection) -> {
              if (step == dying) {
                Runtime.getRuntime().halt(77);
              }
            });
    Change[] changes =
        lake.tables(lake.main().head().id(), 100).stream()
            .map(lake::updating)
            .toArray(Change[]::new);
    CommitContent content = content(lake, operation, Arrays.asList(changes));
    Files.write(directory.resolve("request"), Lake.request(content).bytes());
    lake.catalog.publish(Lake.request(content));
  }

  private static CommitContent content(Lake lake, String operation, List<Change> changes) {
    var main = lake.main();
    return new CommitContent(
        Lake.PROJECT,
        main.name(),
        main.branchId(),
        main.head().id(),
        OperationId.of(operation),
        "all tables",
        Map.of(),
        changes);
  }

  private static void print(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
