package dev.landfall.testkit.contract;

import dev.landfall.testkit.fault.Fault;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.Hold;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a fault means for the call that it hits. */
final class Faulted {

  private static final Duration FOR_AN_ANSWER = Duration.ofSeconds(20);
  private static final long PAUSE_NANOS = 2_000_000;

  private Faulted() {}

  /** Returns whether the caller gets the catalog's own answer. */
  static boolean passesAnswer(Fault fault) {
    return fault instanceof Fault.Delay
        || fault instanceof Fault.DeliverAgain
        || fault == Fault.Break.DELIVER_TWICE;
  }

  /** Returns whether the caller waits for an answer until it gives up. */
  static boolean isWaitedFor(Fault fault) {
    return fault instanceof Fault.Held
        || fault == Fault.Break.STALL
        || fault == Fault.Break.APPLY_THEN_STALL;
  }

  /** Returns how long to wait for an answer, if none comes the given time. */
  static Duration timeout(Fault fault, Duration forNoAnswer) {
    return isWaitedFor(fault) ? forNoAnswer : FOR_AN_ANSWER;
  }

  /**
   * Requires that the fault happened, and lets arrive what it holds back, so that nothing of it
   * reaches into what follows.
   */
  static void end(Fault fault, FaultPlan faults, Duration bound) throws InterruptedException {
    Hold hold = holdOf(fault);
    if (hold != null) {
      hold.release();
      hold.awaitDelivery(bound);
    }
    faults.assertAllHappened();
    faults.clear();
  }

  private static @Nullable Hold holdOf(Fault fault) {
    if (fault instanceof Fault.Held held) {
      return held.hold();
    }
    return fault instanceof Fault.DeliverAgain again ? again.hold() : null;
  }

  /** Asks until the condition holds, or the bound is over. */
  static void await(BooleanSupplier condition, Duration bound) {
    long end = System.nanoTime() + bound.toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Lists the files at a location. */
  static Set<Path> filesBelow(String location) {
    try (Stream<Path> files = Files.walk(TableFiles.fileAt(location))) {
      return new TreeSet<>(files.filter(Files::isRegularFile).toList());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list the files at " + location, e);
    }
  }
}
