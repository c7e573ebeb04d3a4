package dev.landfall.testkit.simulation;

import dev.landfall.internal.retry.Pacing;
import java.time.Instant;
import java.time.InstantSource;
import java.util.SplittableRandom;

/** What all parts of one simulated world share: chance, time, the record, and how bad it is. */
final class World {

  private static final Instant BIRTH = Instant.parse("2030-01-01T00:00:00Z");

  final SplittableRandom random;
  final Scheduler scheduler;
  final Conditions conditions;
  final Recorder recorder;
  final Seams seams;

  /** Set when only the end is looked at: nothing fails any more, and nobody comes in between. */
  boolean calm;

  World(long seed, TaskThreads threads, Seams seams) {
    this.random = new SplittableRandom(seed);
    this.conditions = Conditions.draw(random);
    this.scheduler = new Scheduler(random, threads);
    this.recorder = new Recorder(scheduler);
    this.seams = seams;
  }

  /** Throws a die: true in so many of 1,000 cases. */
  boolean chance(int perMille) {
    return !calm && random.nextInt(1000) < perMille;
  }

  int upTo(int bound) {
    return random.nextInt(bound);
  }

  void sleepMillis(long millis) {
    scheduler.sleep(millis * 1_000_000);
  }

  InstantSource clock() {
    return () -> BIRTH.plusNanos(scheduler.now());
  }

  /** Returns the pacing of a client, whose waits take virtual time. */
  Pacing pacing(Runnable aliveCheck) {
    return new Pacing(
        clock(),
        scheduler::now,
        duration -> {
          scheduler.sleep(duration.toNanos());
          aliveCheck.run();
        },
        random::nextDouble);
  }
}
