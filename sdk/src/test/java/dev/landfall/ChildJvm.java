package dev.landfall;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Another JVM with the class path of the tests. Whatever is waited for has a bound; a failure tells
 * all that the child printed.
 */
final class ChildJvm implements AutoCloseable {

  private static final Duration BOUND = Duration.ofSeconds(90);

  /** Stands in the queue where the output of the child ends. */
  private static final String END = "\0end of output";

  private final Process process;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<String> seen = new ArrayList<>();

  private ChildJvm(Process process) {
    this.process = process;
    Thread reader = new Thread(this::readLines, "output of process " + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts the {@code main} of a class in a working directory. */
  static ChildJvm start(Class<?> main, Path workingDirectory, Object... arguments) {
    return start(List.of(), main, workingDirectory, arguments);
  }

  /** Starts the {@code main} of a class with further options of the JVM. */
  static ChildJvm start(
      List<String> options, Class<?> main, Path workingDirectory, Object... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("-Xmx256m");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    // Last, as the last class path is the one that counts.
    command.addAll(options);
    command.add(main.getName());
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    try {
      return new ChildJvm(
          new ProcessBuilder(command)
              .directory(workingDirectory.toFile())
              .redirectErrorStream(true)
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start " + main.getName(), e);
    }
  }

  /** Waits for a line that begins with a word, and returns the rest of it. */
  String await(String word) {
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (true) {
      String line = poll(deadline - System.nanoTime(), word);
      if (line.equals(word) || line.startsWith(word + " ")) {
        return line.substring(word.length()).strip();
      }
    }
  }

  /** Leaves the process alone for a while, or until it ends. */
  void letRun(Duration time) {
    waitFor(time);
  }

  /** Kills the process as {@code kill -9} does, and returns when it is gone. */
  void kill() {
    // Process.destroyForcibly would close the pipe too, and lose what the child had printed.
    process.toHandle().destroyForcibly();
    awaitEnd();
  }

  /** Waits for the end of the process and returns its exit code. */
  int exitCode() {
    awaitEnd();
    return process.exitValue();
  }

  /** Waits for the end of the process, and returns every line that it printed. */
  List<String> allLines() {
    awaitEnd();
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (seen.isEmpty() || !seen.get(seen.size() - 1).equals(END)) {
      next(deadline - System.nanoTime(), END);
    }
    return seen.subList(0, seen.size() - 1);
  }

  /** Fails unless the process ends by itself and well. */
  void requireSuccess() {
    if (exitCode() != 0) {
      throw new AssertionError(
          "The child ended with exit code " + exitCode() + "; it printed " + allLines());
    }
  }

  @Override
  public void close() {
    kill();
  }

  private void awaitEnd() {
    if (!waitFor(BOUND)) {
      process.toHandle().destroyForcibly();
      throw new AssertionError("The child did not end within " + BOUND + "; it printed " + seen);
    }
  }

  private boolean waitFor(Duration time) {
    try {
      return process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while a child was waited for", e);
    }
  }

  private String poll(long nanos, String wanted) {
    String line = next(nanos, wanted);
    if (line.equals(END)) {
      throw new AssertionError("The child never printed '" + wanted + "', but " + seen);
    }
    return line;
  }

  private String next(long nanos, String wanted) {
    try {
      String line = lines.poll(nanos, TimeUnit.NANOSECONDS);
      if (line == null) {
        throw new AssertionError(
            "The child did not print '" + wanted + "' within " + BOUND + ", but " + seen);
      }
      seen.add(line);
      return line;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while a child was waited for", e);
    }
  }

  private void readLines() {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = output.readLine();
      while (line != null) {
        lines.add(line);
        line = output.readLine();
      }
    } catch (IOException e) {
      lines.add("The output broke off: " + e);
    } finally {
      lines.add(END);
    }
  }
}
