package dev.landfall.examples.benchmarks;

import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.SavedCommit;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/**
 * Publishes frozen commits from one and from many threads at once: those that are under way at the
 * same time share one sync. Beside it, the transactions of a bare SQLite database, one sync each.
 */
final class ThroughputBenchmark {

  /** Some publishers, and what they did in each round. */
  private static final class Publishers {
    final int count;
    final int commitsOfEach;
    final double[] perSecond;

    Publishers(int count, int commitsOfEach, int rounds) {
      this.count = count;
      this.commitsOfEach = commitsOfEach;
      this.perSecond = new double[rounds];
    }
  }

  private final Path directory;
  private final int warmUps;
  private final int rounds;
  private final int sampleSize;
  private final List<Publishers> all;
  private final int floorCommits;

  ThroughputBenchmark(Path directory, boolean quick) {
    this.directory = directory;
    this.warmUps = quick ? 1 : 3;
    this.rounds = quick ? 3 : 9;
    this.sampleSize = quick ? 10 : 500;
    this.floorCommits = quick ? 20 : 2_000;
    this.all =
        List.of(
            new Publishers(1, quick ? 20 : 400, rounds),
            new Publishers(8, quick ? 5 : 200, rounds),
            new Publishers(64, quick ? 2 : 100, rounds));
  }

  void run() throws Exception {
    int bytes = bytesPerCommit(directory.resolve("sample"));
    double[] floor = new double[rounds];
    try (LandfallClient client = LandfallClient.open(directory.resolve("lake"));
        SqliteCommit sqlite = SqliteCommit.open(directory.resolve("floor.db"), bytes)) {
      FrozenCommits source = FrozenCommits.of(client.createProject("bench"));
      for (int round = -warmUps; round < rounds; round++) {
        for (Publishers publishers : all) {
          note(publishers.perSecond, round, commitsPerSecond(source, publishers));
        }
        note(floor, round, Crowd.operationsPerSecond(List.of(() -> floorCommits(sqlite))));
      }
    }
    report(bytes, floor);
  }

  private static void note(double[] perSecond, int round, double measured) {
    if (round >= 0) {
      perSecond[round] = measured;
    }
  }

  private static double commitsPerSecond(FrozenCommits source, Publishers publishers)
      throws Exception {
    List<Callable<Long>> workers = new ArrayList<>();
    for (int publisher = 0; publisher < publishers.count; publisher++) {
      List<FrozenCommit> commits = source.make(publishers.commitsOfEach);
      workers.add(() -> publish(commits));
    }
    return Crowd.operationsPerSecond(workers);
  }

  private static long publish(List<FrozenCommit> commits) throws PublishException {
    for (FrozenCommit commit : commits) {
      commit.publish();
    }
    return commits.size();
  }

  private long floorCommits(SqliteCommit sqlite) throws SQLException {
    for (int commit = 0; commit < floorCommits; commit++) {
      sqlite.run();
    }
    return floorCommits;
  }

  /** Measures by how much the store grows with a commit whose branch is there already. */
  private int bytesPerCommit(Path lake) throws PublishException, SQLException, IOException {
    List<SavedCommit> saved;
    try (LandfallClient client = LandfallClient.open(lake)) {
      FrozenCommits source = FrozenCommits.of(client.createProject("bench"));
      saved = source.make(sampleSize).stream().map(FrozenCommit::save).toList();
    }
    StoreSize before = StoreSize.of(lake);
    try (LandfallClient client = LandfallClient.open(lake)) {
      Project project = client.project("bench");
      for (SavedCommit commit : saved) {
        project.resumeCommit(commit).publish();
      }
    }
    return Math.toIntExact((StoreSize.of(lake).bytes() - before.bytes()) / sampleSize);
  }

  private void report(int bytes, double[] floor) {
    System.out.printf(
        Locale.ROOT,
        "Publish of frozen commits, each durable when its publisher goes on; a commit adds %,d bytes"
            + " to the store; %d interleaved rounds after %d; median [min-max]%n%n",
        bytes,
        rounds,
        warmUps);
    double one = Spread.medianOf(all.get(0).perSecond);
    double bare = Spread.medianOf(floor);
    TextTable table =
        new TextTable("publishers", "commits of each", "commits/s", "it / one", "it / floor");
    for (Publishers publishers : all) {
      Spread perSecond = Spread.of(publishers.perSecond);
      table.add(
          Integer.toString(publishers.count),
          Integer.toString(publishers.commitsOfEach),
          perSecond.toString(),
          Spread.number(perSecond.median() / one),
          Spread.number(perSecond.median() / bare));
    }
    table.add(
        "floor: bare SQLite, one thread",
        Integer.toString(floorCommits),
        Spread.of(floor).toString(),
        Spread.number(bare / one),
        "1.00");
    System.out.print(table);
  }
}
