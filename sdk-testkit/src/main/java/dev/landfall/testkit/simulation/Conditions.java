package dev.landfall.testkit.simulation;

import dev.landfall.config.Durability;
import dev.landfall.config.RetryPolicy;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * How bad one simulated world is. Each world draws its own, so that some are calm, some have one
 * kind of fault only, and some have all.
 *
 * @param clients how many clients there are
 * @param calls how many calls are made at least
 * @param networkFaults of 1,000 requests
 * @param serverCrashes how often the server crashes, at most
 * @param powerCuts how often all stops and the disk forgets, at most
 * @param clientCrashes how often a client crashes, at most
 * @param failedSyncs of 1,000 database commits
 * @param preemption of 1,000 steps of the engine, at how many others may come in between
 * @param durability what the server promises of a commit that it has answered
 */
record Conditions(
    int clients,
    int calls,
    int networkFaults,
    int serverCrashes,
    int powerCuts,
    int clientCrashes,
    int failedSyncs,
    int preemption,
    Durability durability,
    RetryPolicy retries) {

  static final int LEAST_CALLS = 30;

  static Conditions draw(SplittableRandom random) {
    return new Conditions(
        2 + random.nextInt(3),
        LEAST_CALLS + random.nextInt(6),
        choose(random, 0, 50, 150, 400),
        choose(random, 0, 0, 1, 3),
        choose(random, 0, 0, 1, 2),
        choose(random, 0, 1, 2, 4),
        choose(random, 0, 0, 0, 60),
        choose(random, 30, 150, 400),
        random.nextInt(4) == 0 ? Durability.EVENTUAL : Durability.IMMEDIATE,
        RetryPolicy.builder()
            .maxAttempts(1 + random.nextInt(3))
            .initialBackoff(Duration.ofMillis(10))
            .maxBackoff(Duration.ofMillis(500))
            .totalTime(Duration.ofSeconds(5))
            .build());
  }

  private static int choose(SplittableRandom random, int... values) {
    return values[random.nextInt(values.length)];
  }
}
