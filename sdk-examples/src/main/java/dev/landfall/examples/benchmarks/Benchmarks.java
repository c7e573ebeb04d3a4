package dev.landfall.examples.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs the benchmarks and prints their figures: what the SDK does beside a peer or a floor that was
 * measured in the same run. BENCHMARKS.md of this module tells the command and how to read them.
 */
public final class Benchmarks {

  private Benchmarks() {}

  /** Runs all benchmarks, or those named. */
  public static void main(String[] arguments) throws Exception {
    Options options = Options.parse(arguments);
    Files.createDirectories(options.directory());
    Path directory = Files.createTempDirectory(options.directory(), "landfall-benchmarks-");
    try {
      System.out.println("Machine: " + Machine.describe(directory));
      if (options.quick()) {
        System.out.println("Quick run: the figures show that all works, nothing else.");
      }
      for (String subject : options.subjects()) {
        run(subject, options, Files.createDirectory(directory.resolve(subject)));
      }
    } finally {
      delete(directory);
    }
  }

  private static void run(String subject, Options options, Path directory) throws Exception {
    System.out.printf("%n## %s%n%n", subject);
    switch (subject) {
      case "append" -> {
        new AppendBenchmark(directory, options.quick()).run();
        if (options.memory()) {
          new MemoryBenchmark(directory, options.quick()).run();
        }
      }
      case "publish" -> new PublishBenchmark(directory, options.quick()).run();
      case "history" -> new HistoryBenchmark(directory, options.quick()).run();
      case "http" -> new HttpBenchmark(directory, options.quick()).run();
      case "throughput" -> new ThroughputBenchmark(directory, options.quick()).run();
      case "release" -> new ReleaseBenchmark(directory, options.quick()).run();
      case "nessie" -> new NessieBenchmark(directory, options.quick()).run();
      case "objects" -> new ObjectsBenchmark(directory, options.quick()).run();
      default -> throw new IllegalArgumentException("No benchmark is named " + subject);
    }
    System.out.printf("%nLoad average at the end: %.1f%n", Machine.loadAverage());
    delete(directory);
  }

  /** Deletes a directory and all in it. */
  static void delete(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      return;
    }
    List<Path> paths;
    try (Stream<Path> tree = Files.walk(directory)) {
      paths = tree.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.delete(path);
    }
  }
}
