package dev.landfall.examples.benchmarks;

import com.sun.management.ThreadMXBean;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.PublishException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Publishes frozen commits over HTTP on loopback, beside the two things that this is made of: a
 * bare POST of the same bytes, and the publish of an equal commit into a directory of this process.
 */
final class HttpBenchmark {

  private static final int READERS = 32;
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private final Path directory;
  private final int operationsPerBlock;
  private final int warmUps;
  private final int rounds;
  private final int lookUpsOfAReader;
  private final int lookUpWarmUps;
  private final int lookUpRounds;

  HttpBenchmark(Path directory, boolean quick) {
    this.directory = directory;
    this.operationsPerBlock = quick ? 5 : 100;
    this.warmUps = quick ? 1 : 30;
    this.rounds = quick ? 3 : 21;
    this.lookUpsOfAReader = quick ? 5 : 200;
    this.lookUpWarmUps = quick ? 1 : 5;
    this.lookUpRounds = quick ? 3 : 9;
  }

  void run() throws Exception {
    try (ServedLake served = ServedLake.start(directory.resolve("served"));
        LandfallClient embedded = LandfallClient.open(directory.resolve("embedded"));
        BareHttp bare = BareHttp.start()) {
      FrozenCommits remote = FrozenCommits.of(served.project());
      FrozenCommits local = FrozenCommits.of(embedded.createProject("bench"));
      byte[] bytes = served.bytesOfPublish(remote);
      List<Contestant> contestants =
          List.of(
              new FrozenPublisher("(a) publish over HTTP", remote, operationsPerBlock),
              bare.post("(b) bare POST of the same bytes", bytes),
              new FrozenPublisher("(c) publish in this process", local, operationsPerBlock));
      List<Contest.Result> results =
          new Contest(contestants, operationsPerBlock).run(warmUps, rounds);
      report(bytes.length, results);
      reportAllocation(remote);
      reportLookUps(remote, local, bare);
    }
  }

  private void report(int bytes, List<Contest.Result> results) {
    System.out.printf(
        Locale.ROOT,
        "Publish of frozen commits of %,d bytes; %d interleaved rounds of %d after %d; p50 and p99"
            + " of all operations, median of the rounds' medians [min-max]%n%n",
        bytes,
        rounds,
        operationsPerBlock,
        warmUps);
    TextTable table = new TextTable("way", "p50 ms", "p99 ms", "medians ms", "CPU ms");
    for (Contest.Result result : results) {
      table.add(
          result.name(),
          millis(result.operationMillis().p50()),
          millis(result.operationMillis().p99()),
          result.wallMillis().toString(),
          result.cpuMillis().toString());
    }
    System.out.print(table);
    List<Percentiles> of = results.stream().map(Contest.Result::operationMillis).toList();
    System.out.printf(
        Locale.ROOT,
        "%n(a) / ((b) * 1.5 + (c)): %s at p50, %s at p99%n",
        Spread.number(of.get(0).p50() / (of.get(1).p50() * 1.5 + of.get(2).p50())),
        Spread.number(of.get(0).p99() / (of.get(1).p99() * 1.5 + of.get(2).p99())));
  }

  private void reportAllocation(FrozenCommits remote) throws PublishException {
    List<FrozenCommit> commits = remote.make(operationsPerBlock);
    long callerBefore = THREADS.getCurrentThreadAllocatedBytes();
    long sendersBefore = allocatedBySenders();
    for (FrozenCommit commit : commits) {
      commit.publish();
    }
    long caller = THREADS.getCurrentThreadAllocatedBytes() - callerBefore;
    long senders = allocatedBySenders() - sendersBefore;
    System.out.printf(
        Locale.ROOT,
        "Allocated in a publish over HTTP: %,d bytes by the thread that calls, %,d by the client's"
            + " threads that send%n",
        caller / operationsPerBlock,
        senders / operationsPerBlock);
  }

  /** What the living threads of all clients have allocated; they live for a minute without work. */
  private static long allocatedBySenders() {
    long[] ids =
        Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
            .filter(thread -> thread != null && thread.getThreadName().startsWith("landfall-http-"))
            .mapToLong(thread -> thread.getThreadId())
            .toArray();
    return Arrays.stream(THREADS.getThreadAllocatedBytes(ids)).filter(bytes -> bytes > 0).sum();
  }

  private void reportLookUps(FrozenCommits remote, FrozenCommits local, BareHttp bare)
      throws Exception {
    Runnable overHttp = () -> remote.project().branch("main");
    Runnable inProcess = () -> local.project().branch("main");
    double[][] perSecond = new double[3][lookUpRounds];
    List<Runnable> lookUps = List.of(overHttp, bare::get, inProcess);
    for (int round = -lookUpWarmUps; round < lookUpRounds; round++) {
      for (int kind = 0; kind < lookUps.size(); kind++) {
        double measured = lookUpsPerSecond(lookUps.get(kind));
        if (round >= 0) {
          perSecond[kind][round] = measured;
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%nBranch look-ups by %d threads at once; %d rounds of %d in each thread; median [min-max]%n%n",
        READERS,
        lookUpRounds,
        lookUpsOfAReader);
    TextTable table = new TextTable("way", "per second");
    table.add("branch look-up over HTTP", Spread.of(perSecond[0]).toString());
    table.add("floor: bare GET", Spread.of(perSecond[1]).toString());
    table.add("branch look-up in this process", Spread.of(perSecond[2]).toString());
    System.out.print(table);
  }

  private double lookUpsPerSecond(Runnable lookUp) throws Exception {
    Callable<Long> reader =
        () -> {
          Stream.generate(() -> lookUp).limit(lookUpsOfAReader).forEach(Runnable::run);
          return (long) lookUpsOfAReader;
        };
    return Crowd.operationsPerSecond(Collections.nCopies(READERS, reader));
  }

  private static String millis(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
