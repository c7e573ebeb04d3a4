package dev.landfall.internal.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Another JVM with the class path of this one, that runs a main class of the tests. */
final class ChildJvm implements AutoCloseable {

  private final Process process;
  private final BufferedReader output;

  private ChildJvm(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  static ChildJvm start(Class<?> main, String... arguments) throws IOException {
    return start(List.of(), main, arguments);
  }

  static ChildJvm start(List<String> options, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    return new ChildJvm(builder.start());
  }

  boolean isAlive() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  /** Reads the next line that the child prints; none when it has ended. */
  @Nullable String line() throws IOException {
    return output.readLine();
  }

  /** Writes a character to the child's standard input. */
  void send(char character) throws IOException {
    process.getOutputStream().write(character);
    process.getOutputStream().flush();
  }

  /** Kills the child with SIGKILL, and reads what it had printed until then. */
  List<String> kill() throws IOException, InterruptedException {
    // Process.destroyForcibly would close the pipe, and with it what the child had printed.
    process.toHandle().destroyForcibly();
    List<String> lines = new ArrayList<>(output.lines().toList());
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      throw new AssertionError("The child survives SIGKILL");
    }
    return lines;
  }

  /** Waits for the end of the child, and returns its exit code. */
  int await() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("The child does not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
