package dev.landfall.examples.benchmarks;

import dev.landfall.BranchHead;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.Table;
import dev.landfall.rows.Rows;
import java.io.IOException;
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
    HeapWatch heap = new HeapWatch();
    long written = write(lake, heap.watch(Reading.generate(rows)), rows);
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%,d rows written and published in %.1f s (%.2f million rows/s); peak of the heap %d MB of %d,"
            + " of the process %s%n",
        written,
        seconds,
        written / seconds / 1e6,
        heap.peakBytes() >> 20,
        Runtime.getRuntime().maxMemory() >> 20,
        peakProcess());
  }

  private static long write(Path lake, Iterable<Reading> readings, int rows) throws Exception {
    try (LandfallClient client = LandfallClient.open(lake)) {
      Project project = client.createProject("bench");
      Table table = project.writeTable(Rows.of(Reading.class, readings));
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
