package dev.landfall.examples.recovery;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs {@link KillAndResume} in a process of its own. */
final class JavaProcess {

  private JavaProcess() {}

  /** Runs it to its end, shows what it prints behind a prefix, and returns the exit code. */
  static int run(String prefix, Path directory, Object... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", classPath(), KillAndResume.class.getName()));
    Stream.of(arguments).map(Object::toString).forEach(command::add);
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      output.lines().forEach(line -> System.out.println(prefix + line));
    }
    return process.waitFor();
  }

  /** The class path of this program, as it reads from another working directory too. */
  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
