package dev.landfall.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The SDK and the engine keep the rules of outcomes in simulated worlds. The system properties
 * {@code landfall.simulation.seed} and {@code landfall.simulation.histories} set the first seed and
 * how many follow.
 */
class SimulationTest {

  private static final Logger LOG = LoggerFactory.getLogger(SimulationTest.class);
  private static final String SEED = "landfall.simulation.seed";
  private static final String HISTORIES = "landfall.simulation.histories";
  private static final long DEFAULT_HISTORIES = 20_000;

  @Test
  void everyHistoryKeepsTheRules() throws InterruptedException {
    long first = Long.getLong(SEED, ThreadLocalRandom.current().nextLong(1L << 48));
    long histories = Long.getLong(HISTORIES, DEFAULT_HISTORIES);
    int threads = Runtime.getRuntime().availableProcessors();
    LOG.warn("Simulating {} histories from seed {} on {} threads", histories, first, threads);
    long start = System.nanoTime();

    Optional<SimulatedHistory> broken = Simulations.run(first, histories, threads);

    long perSecond = histories * 1_000_000_000L / Math.max(1, System.nanoTime() - start);
    LOG.warn("Simulated {} histories a second", perSecond);
    assertThat(broken.map(SimulationTest::report)).isEmpty();
  }

  @Test
  void aSeedGivesTheSameHistoryAgain() {
    try (Simulation one = Simulation.open();
        Simulation other = Simulation.open()) {
      other.run(17);
      for (long seed = 100; seed < 150; seed++) {
        assertThat(one.run(seed).transcript())
            .describedAs("seed %d", seed)
            .isEqualTo(other.run(seed).transcript());
      }
    }
  }

  @Test
  void aHistoryHasAtLeastThirtyCalls() {
    try (Simulation simulation = Simulation.open()) {
      for (long seed = 0; seed < 20; seed++) {
        assertThat(simulation.run(seed).history().calls()).hasSizeGreaterThanOrEqualTo(30);
      }
    }
  }

  private static String report(SimulatedHistory broken) {
    return "Seed "
        + broken.seed()
        + " breaks a rule; see it again with\n\n  mvn -q -B -pl sdk-testkit -am test"
        + " -Dtest=SimulationTest -Dsurefire.failIfNoSpecifiedTests=false -Dtest.jvm.arguments='-D"
        + SEED
        + "="
        + broken.seed()
        + " -D"
        + HISTORIES
        + "=1'\n\n"
        + broken.transcript()
        + "\n"
        + broken.verdict();
  }
}
