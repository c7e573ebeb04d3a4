package dev.landfall.examples.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Publishes a long history over many tables, one changed table per commit, and looks whether its
 * length shows: in the time of a publish, in the time of a look-up, and in the rows of the store.
 */
final class HistoryBenchmark {

  private static final int LOOKUPS_PER_BLOCK = 500;

  private final Path directory;
  private final int tables;
  private final int commits;
  private final int warmUps;
  private final int rounds;

  HistoryBenchmark(Path directory, boolean quick) {
    this.directory = directory;
    this.tables = quick ? 20 : 1_000;
    this.commits = quick ? 100 : 5_000;
    this.warmUps = quick ? 1 : 5;
    this.rounds = quick ? 3 : 15;
  }

  void run() throws Exception {
    try (HistoryLake warmUp = HistoryLake.open(directory.resolve("warm-up"))) {
      warmUp.createTables(Math.min(tables, 100));
      warmUp.publish(commits / 5);
    }
    System.out.printf(
        Locale.ROOT, "%,d tables, %,d commits of one changed table%n", tables, commits);
    Path lake = directory.resolve("lake");
    try (HistoryLake history = HistoryLake.open(lake)) {
      history.createTables(tables);
    }
    StoreSize before = StoreSize.of(lake);
    try (HistoryLake history = HistoryLake.open(lake)) {
      reportPublishes(history.publish(commits));
      reportLookUps(history);
    }
    StoreSize after = StoreSize.of(lake);
    System.out.printf(
        Locale.ROOT,
        "%nStore: %s rows and %s bytes more per commit%n",
        Spread.number((after.rows() - before.rows()) / (double) commits),
        Spread.number((after.bytes() - before.bytes()) / (double) commits));
  }

  private void reportPublishes(List<HistoryLake.Times> times) {
    int slice = commits / 10;
    System.out.printf(Locale.ROOT, "%nMedian ms of %,d commits each:%n%n", slice);
    TextTable table =
        new TextTable("commits", "publish of the frozen commit", "append, freeze and publish");
    List<double[]> medians = new ArrayList<>();
    for (int from : new int[] {0, (commits - slice) / 2, commits - slice}) {
      List<HistoryLake.Times> part = times.subList(from, from + slice);
      double publish =
          Spread.medianOf(part.stream().mapToDouble(it -> it.publishMillis()).toArray());
      double whole = Spread.medianOf(part.stream().mapToDouble(it -> it.wholeMillis()).toArray());
      medians.add(new double[] {publish, whole});
      table.add(
          String.format(Locale.ROOT, "%,d to %,d", from + 1, from + slice),
          Spread.number(publish),
          Spread.number(whole));
    }
    double[] first = medians.get(0);
    double[] last = medians.get(medians.size() - 1);
    table.add("last / first", Spread.number(last[0] / first[0]), Spread.number(last[1] / first[1]));
    System.out.print(table);
  }

  private void reportLookUps(HistoryLake history) throws Exception {
    List<Contestant> lookUps = new ArrayList<>();
    int[] ages = {1, commits / 2, commits - 1, commits};
    for (int age : ages) {
      lookUps.add(history.lookUp(age));
    }
    for (int age : ages) {
      lookUps.add(history.openTable(age));
    }
    List<Contest.Result> results = new Contest(lookUps, LOOKUPS_PER_BLOCK).run(warmUps, rounds);
    System.out.printf(
        Locale.ROOT,
        "%nLook-ups of random tables; %d interleaved rounds of %d after %d; median of the rounds'"
            + " medians [min-max]; seed %d%n%n",
        rounds,
        LOOKUPS_PER_BLOCK,
        warmUps,
        Reading.SEED);
    TextTable table = new TextTable("look-up", "wall us");
    results.forEach(
        result -> table.add(result.name(), result.wallMillis().dividedBy(0.001).toString()));
    System.out.print(table);
    printRange("catalog", results.subList(0, ages.length));
    printRange("table", results.subList(ages.length, results.size()));
  }

  private static void printRange(String what, List<Contest.Result> results) {
    double[] medians =
        results.stream().mapToDouble(result -> result.wallMillis().median()).toArray();
    double slowest = Arrays.stream(medians).max().orElseThrow();
    double fastest = Arrays.stream(medians).min().orElseThrow();
    System.out.printf(
        Locale.ROOT,
        "%nOf the %s look-ups: commit 1 / head %s, slowest / fastest %s%n",
        what,
        Spread.number(medians[0] / medians[medians.length - 1]),
        Spread.number(slowest / fastest));
  }
}
