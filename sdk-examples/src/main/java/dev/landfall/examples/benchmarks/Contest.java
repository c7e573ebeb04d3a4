package dev.landfall.examples.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs contestants in turns. In each round every contestant does a block of operations, and each
 * round begins with another contestant, so that what disturbs the machine for a while disturbs all
 * of them.
 */
final class Contest {

  /**
   * Of one block: the median wall time of its operations, CPU and allocation as the mean of them.
   */
  private record Block(double wallMillis, double cpuMillis, double allocatedMegabytes) {}

  /** Of one contestant: the spread over the rounds, for one operation. */
  record Result(Spread wallMillis, Spread cpuMillis, Spread allocatedMegabytes) {}

  private final List<Contestant> contestants;
  private final int operationsPerBlock;

  Contest(List<? extends Contestant> contestants, int operationsPerBlock) {
    this.contestants = List.copyOf(contestants);
    this.operationsPerBlock = operationsPerBlock;
  }

  /** Runs rounds that do not count, then those that do; returns results by name, in order. */
  Map<String, Result> run(int warmUpRounds, int rounds) throws Exception {
    for (int round = 0; round < warmUpRounds; round++) {
      runRound(round);
    }
    Map<String, List<Block>> blocks = new LinkedHashMap<>();
    contestants.forEach(contestant -> blocks.put(contestant.name(), new ArrayList<>()));
    for (int round = 0; round < rounds; round++) {
      runRound(round).forEach((name, block) -> blocks.get(name).add(block));
    }
    Map<String, Result> results = new LinkedHashMap<>();
    blocks.forEach((name, of) -> results.put(name, result(of)));
    return results;
  }

  private Map<String, Block> runRound(int round) throws Exception {
    List<Contestant> order = new ArrayList<>(contestants);
    Collections.rotate(order, -round);
    Map<String, Block> blocks = new LinkedHashMap<>();
    for (Contestant contestant : order) {
      contestant.startRound();
      blocks.put(contestant.name(), runBlock(contestant));
    }
    return blocks;
  }

  private Block runBlock(Contestant contestant) throws Exception {
    double[] wallMillis = new double[operationsPerBlock];
    // No contestant pays for the garbage of the one before it.
    System.gc();
    Meter before = Meter.read();
    for (int operation = 0; operation < operationsPerBlock; operation++) {
      long start = System.nanoTime();
      contestant.run();
      wallMillis[operation] = (System.nanoTime() - start) / 1e6;
    }
    Meter used = Meter.read().since(before);
    return new Block(
        Spread.medianOf(wallMillis),
        used.cpuNanos() / 1e6 / operationsPerBlock,
        used.allocatedBytes() / 1e6 / operationsPerBlock);
  }

  private static Result result(List<Block> blocks) {
    return new Result(
        Spread.of(blocks.stream().mapToDouble(Block::wallMillis).toArray()),
        Spread.of(blocks.stream().mapToDouble(Block::cpuMillis).toArray()),
        Spread.of(blocks.stream().mapToDouble(Block::allocatedMegabytes).toArray()));
  }
}
