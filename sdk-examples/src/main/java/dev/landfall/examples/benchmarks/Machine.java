package dev.landfall.examples.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** What the figures were measured on. */
final class Machine {

  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private Machine() {}

  static String describe(Path directory) throws IOException {
    Runtime runtime = Runtime.getRuntime();
    FileStore store = Files.getFileStore(directory);
    return String.format(
        Locale.ROOT,
        "%d cores (%s), %s %s, file system %s, Java %s (%s), heap at most %d MB,"
            + " load average %.1f",
        runtime.availableProcessors(),
        processor(),
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        store.type(),
        System.getProperty("java.runtime.version"),
        System.getProperty("java.vm.name"),
        runtime.maxMemory() >> 20,
        loadAverage());
  }

  /** Other programs that run meanwhile make figures worse; a negative value means unknown. */
  static double loadAverage() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private static String processor() throws IOException {
    if (!Files.isReadable(CPU_INFO)) {
      return System.getProperty("os.arch");
    }
    try (Stream<String> lines = Files.lines(CPU_INFO)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    }
  }
}
