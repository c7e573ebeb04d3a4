package dev.landfall.examples.benchmarks;

import dev.landfall.BranchHead;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.Table;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** Writes and publishes rows that are made as they are asked for. Runs in a JVM of its own. */
public final class RowStream {

  private static final Path STATUS = Path.of("/proc/self/status");

  private RowStream() {}

  /** Takes the directory of a new lake and the number of rows. */
  public static void main(String[] arguments) throws Exception {
    Path lake = Path.of(arguments[0]);
    int rows = Integer.parseInt(arguments[1]);
    long start = System.nanoTime();
    long written = write(lake, rows);
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%,d rows written and published in %.1f s (%.2f million rows/s); peak of the heap %d MB of %d,"
            + " of the process %s%n",
        written,
        seconds,
        written / seconds / 1e6,
        peakHeap() >> 20,
        Runtime.getRuntime().maxMemory() >> 20,
        peakProcess());
  }

  private static long write(Path lake, int rows) throws Exception {
    try (LandfallClient client = LandfallClient.open(lake)) {
      Project project = client.createProject("bench");
      Table table = project.writeTable(Rows.of(Reading.class, Reading.generate(rows)));
      BranchHead head = project.branch("main").commit().createTable("readings", table).publish();
      try (var tasks = head.table("readings").iceberg().newScan().planFiles()) {
        long written = 0;
        for (var task : tasks) {
          written += task.file().recordCount();
        }
        if (written != rows) {
          throw new IllegalStateException(written + " rows were written of " + rows);
        }
        return written;
      }
    }
  }

  /** Returns the sum of the peaks of the heap's parts, which is at least the peak of the heap. */
  private static long peakHeap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getPeakUsage)
        .mapToLong(usage -> usage.getUsed())
        .sum();
  }

  private static String peakProcess() throws IOException {
    if (!Files.isReadable(STATUS)) {
      return "not known here";
    }
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .map(line -> line.substring("VmHWM:".length()).strip())
          .findFirst()
          .orElse("not known here");
    }
  }
}
