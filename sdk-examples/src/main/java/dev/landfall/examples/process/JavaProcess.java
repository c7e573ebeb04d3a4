package dev.landfall.examples.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How to run a program of this class path in a process of its own.
 *
 * @param program the class with its main method
 * @param directory where it runs
 * @param environment what it gets on top of this process's environment; the place for secrets, as
 *     everybody on the machine can see arguments
 */
public record JavaProcess(Class<?> program, Path directory, Map<String, String> environment) {

  /** Runs it to its end, shows what it prints behind a prefix, and returns the exit code. */
  public int run(String prefix, Object... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", classPath(), program.getName()));
    Stream.of(arguments).map(Object::toString).forEach(command::add);
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      output.lines().forEach(line -> System.out.println(prefix + line));
    }
    return process.waitFor();
  }

  /** A record prints its components, and the environment may hold secrets. */
  @Override
  public String toString() {
    return program.getName() + " in " + directory;
  }

  /** The class path of this program, as it reads from another working directory too. */
  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
