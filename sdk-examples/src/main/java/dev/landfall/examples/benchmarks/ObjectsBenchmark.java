package dev.landfall.examples.benchmarks;

import dev.landfall.examples.process.ServerProcess;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Appends one row to a table in S3 and publishes it, where every request takes a time as to a store
 * that is far away: by the SDK, and by Iceberg's own catalog and file I/O. The floor is one write
 * of one object.
 */
final class ObjectsBenchmark {

  private static final Duration ROUND_TRIP = Duration.ofMillis(30);
  private static final String BUCKET = "bench";

  private final Path directory;
  private final int operationsPerBlock;
  private final int warmUps;
  private final int rounds;

  ObjectsBenchmark(Path directory, boolean quick) {
    this.directory = directory;
    this.operationsPerBlock = quick ? 2 : 20;
    this.warmUps = quick ? 1 : 5;
    this.rounds = quick ? 2 : 11;
  }

  void run() throws Exception {
    FaultPlan delays = new FaultPlan();
    delays.onAny().every().delayRequest(ROUND_TRIP);
    try (ServerProcess server = ServerProcess.s3(Files.createTempFile(directory, "s3", ""))) {
      server.createBucket(BUCKET);
      try (FaultProxy far = FaultProxy.start(server.uri(), delays);
          LandfallPublisher landfall =
              LandfallPublisher.inS3(
                  directory.resolve("lake"),
                  "s3://" + BUCKET + "/lake",
                  far.uri(),
                  Reading.generate(Integer.MAX_VALUE).iterator());
          JdbcCatalogPublisher iceberg =
              JdbcCatalogPublisher.inS3(
                  "Iceberg, JDBC catalog and S3 file I/O",
                  directory.resolve("iceberg"),
                  "s3://" + BUCKET + "/iceberg",
                  far.uri(),
                  Reading.generate(Integer.MAX_VALUE).iterator());
          StoredObject floor =
              new StoredObject(S3Files.open(far.uri()), "s3://" + BUCKET + "/floor")) {
        List<Contestant> contestants = List.of(floor, landfall, iceberg);
        List<Contest.Result> results =
            new Contest(contestants, operationsPerBlock).run(warmUps, rounds);
        report(results, requests(contestants, far));
      }
    }
  }

  private static List<Integer> requests(List<Contestant> contestants, FaultProxy far)
      throws Exception {
    List<Integer> requests = new ArrayList<>();
    for (Contestant contestant : contestants) {
      int before = far.requests().size();
      contestant.run();
      requests.add(far.requests().size() - before);
    }
    return requests;
  }

  private void report(List<Contest.Result> results, List<Integer> requests) {
    System.out.printf(
        Locale.ROOT,
        "One row appended and published, %d ms before each request to S3; %d interleaved rounds of"
            + " %d after %d; median of the rounds' medians [min-max]%n%n",
        ROUND_TRIP.toMillis(),
        rounds,
        operationsPerBlock,
        warmUps);
    double floor = results.get(0).operationMillis().p50();
    TextTable table = new TextTable("way", "p50 ms", "medians ms", "requests", "it / floor, p50");
    for (int i = 0; i < results.size(); i++) {
      Contest.Result result = results.get(i);
      table.add(
          result.name(),
          Spread.number(result.operationMillis().p50()),
          result.wallMillis().toString(),
          Integer.toString(requests.get(i)),
          Spread.number(result.operationMillis().p50() / floor));
    }
    System.out.print(table);
  }
}
