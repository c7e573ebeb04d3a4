package dev.landfall.examples.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs contestants in turns. In each round every contestant does a block of operations, and each
 * round begins with another contestant, so that what disturbs the machine for a while disturbs all
 * of them.
 */
final class Contest {

  /**
   * Of one block: the median wall time of its operations, CPU and allocation as the mean of them.
   */
  private record Block(
      double wallMillis, double cpuMillis, double allocatedMegabytes, List<Double> operations) {}

  /** Of one contestant: the spread over the rounds, for one operation; and all operations. */
  record Result(
      String name,
      Spread wallMillis,
      Spread cpuMillis,
      Spread allocatedMegabytes,
      Percentiles operationMillis) {}

  private final List<Contestant> contestants;
  private final int operationsPerBlock;

  Contest(List<? extends Contestant> contestants, int operationsPerBlock) {
    this.contestants = List.copyOf(contestants);
    this.operationsPerBlock = operationsPerBlock;
  }

  /** Runs rounds that do not count, then those that do; returns results in the given order. */
  List<Result> run(int warmUpRounds, int rounds) throws Exception {
    for (int round = 0; round < warmUpRounds; round++) {
      runRound(round);
    }
    List<Block[]> blocks = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      blocks.add(runRound(round));
    }
    List<Result> results = new ArrayList<>();
    for (int index = 0; index < contestants.size(); index++) {
      int contestant = index;
      List<Block> own = blocks.stream().map(round -> round[contestant]).toList();
      results.add(result(contestants.get(contestant).name(), own));
    }
    return results;
  }

  private Block[] runRound(int round) throws Exception {
    int count = contestants.size();
    Block[] blocks = new Block[count];
    for (int turn = 0; turn < count; turn++) {
      int contestant = (round + turn) % count;
      contestants.get(contestant).startRound();
      blocks[contestant] = runBlock(contestants.get(contestant));
    }
    return blocks;
  }

  private Block runBlock(Contestant contestant) throws Exception {
    double[] wallMillis = new double[operationsPerBlock];
    // No contestant pays for the garbage of the one before it.
    System.gc();
    Meter before = Meter.read();
    for (int operation = 0; operation < operationsPerBlock; operation++) {
      contestant.prepare();
      long start = System.nanoTime();
      contestant.run();
      wallMillis[operation] = (System.nanoTime() - start) / 1e6;
    }
    Meter used = Meter.read().since(before);
    return new Block(
        Spread.medianOf(wallMillis),
        used.cpuNanos() / 1e6 / operationsPerBlock,
        used.allocatedBytes() / 1e6 / operationsPerBlock,
        Arrays.stream(wallMillis).boxed().toList());
  }

  private static Result result(String name, List<Block> blocks) {
    return new Result(
        name,
        Spread.of(blocks.stream().mapToDouble(Block::wallMillis).toArray()),
        Spread.of(blocks.stream().mapToDouble(Block::cpuMillis).toArray()),
        Spread.of(blocks.stream().mapToDouble(Block::allocatedMegabytes).toArray()),
        Percentiles.of(
            blocks.stream()
                .flatMap(block -> block.operations().stream())
                .mapToDouble(Double::doubleValue)
                .toArray()));
  }
}
