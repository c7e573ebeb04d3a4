package dev.landfall.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Runs many simulated worlds, on as many threads as are wanted. */
public final class Simulations {

  private Simulations() {}

  /**
   * Runs the worlds of seeds that follow each other, until one breaks a rule. Blocks.
   *
   * @param first the first seed
   * @param histories how many seeds
   * @param threads how many worlds are simulated beside each other
   * @return a history that breaks a rule; empty if all keep them
   * @throws IllegalStateException if a simulation itself failed; the message names the seed
   */
  public static Optional<SimulatedHistory> run(long first, long histories, int threads)
      throws InterruptedException {
    AtomicLong next = new AtomicLong(first);
    AtomicReference<SimulatedHistory> broken = new AtomicReference<>();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> lanes = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        lanes.add(pool.submit(() -> run(next, first + histories, broken)));
      }
      for (Future<?> lane : lanes) {
        lane.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(String.valueOf(e.getCause()), e);
    } finally {
      pool.shutdownNow();
    }
    return Optional.ofNullable(broken.get());
  }

  private static void run(AtomicLong next, long end, AtomicReference<SimulatedHistory> broken) {
    try (Simulation simulation = Simulation.open()) {
      for (long seed = next.getAndIncrement();
          seed < end && broken.get() == null;
          seed = next.getAndIncrement()) {
        SimulatedHistory history = simulation.run(seed);
        if (!history.verdict().isGood()) {
          broken.compareAndSet(null, history);
        }
      }
    }
  }
}
