package dev.landfall.examples.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * What the process has used so far. CPU time counts all threads, those of the JVM too, and on Linux
 * moves in steps of 10 ms; allocation counts the threads that are alive.
 */
record Meter(long cpuNanos, long allocatedBytes) {

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  static Meter read() {
    long allocated =
        Arrays.stream(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
            .filter(bytes -> bytes > 0)
            .sum();
    return new Meter(SYSTEM.getProcessCpuTime(), allocated);
  }

  Meter since(Meter earlier) {
    return new Meter(cpuNanos - earlier.cpuNanos, allocatedBytes - earlier.allocatedBytes);
  }
}
