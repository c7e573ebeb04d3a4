package dev.landfall.examples.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What to run.
 *
 * @param subjects names of benchmarks, in the order in which they run
 * @param quick whether to run small: to see that all works, not to measure
 * @param memory whether {@code append} also streams rows through a small heap
 * @param directory below which the benchmarks write; emptied of their files at the end
 */
record Options(List<String> subjects, boolean quick, boolean memory, Path directory) {

  static final List<String> SUBJECTS =
      List.of("append", "publish", "history", "http", "throughput", "release", "nessie", "objects");

  static final String USAGE =
      "Usage: Benchmarks [all|append|publish|history|http|throughput|release|nessie|objects]..."
          + " [--memory] [--quick] [--directory=<path>]";

  private static final String DIRECTORY = "--directory=";

  Options {
    subjects = List.copyOf(subjects);
  }

  static Options parse(String[] arguments) {
    List<String> subjects = new ArrayList<>();
    boolean quick = false;
    boolean memory = false;
    Path directory = Path.of(System.getProperty("java.io.tmpdir"));
    for (String argument : arguments) {
      if (argument.equals("--quick")) {
        quick = true;
      } else if (argument.equals("--memory")) {
        memory = true;
      } else if (argument.startsWith(DIRECTORY)) {
        directory = Path.of(argument.substring(DIRECTORY.length()));
      } else if (argument.equals("all")) {
        subjects.addAll(SUBJECTS);
      } else if (SUBJECTS.contains(argument)) {
        subjects.add(argument);
      } else {
        throw new IllegalArgumentException("Unknown argument '" + argument + "'. " + USAGE);
      }
    }
    return new Options(
        subjects.isEmpty() ? SUBJECTS : subjects.stream().distinct().toList(),
        quick,
        memory,
        directory);
  }
}
