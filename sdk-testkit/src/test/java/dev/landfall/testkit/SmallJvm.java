package dev.landfall.testkit;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Processes of tests, in JVMs that start fast and stay small. */
public final class SmallJvm {

  private static final String READY = "Serving at ";

  private SmallJvm() {}

  /** Prepares a program of this class path. */
  public static ProcessBuilder of(Class<?> program, Object... arguments) {
    List<String> command = new ArrayList<>();
    command.add(program.getName());
    Stream.of(arguments).map(Object::toString).forEach(command::add);
    return prepare("256m", System.getProperty("java.class.path"), command);
  }

  /**
   * Prepares the program of a module that is on no class path but its own.
   *
   * @param property names the module's directory
   */
  public static ProcessBuilder ofModule(String property, String heap, String program)
      throws IOException {
    Path target = Path.of(System.getProperty(property), "target");
    String classPath =
        target.resolve("classes")
            + File.pathSeparator
            + Files.readString(target.resolve("classpath")).strip();
    return prepare(heap, classPath, List.of(program));
  }

  /** Waits until a server has printed where it is. */
  public static URI awaitUri(Process server, Path log) throws IOException {
    BufferedReader output = server.inputReader();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(READY)) {
        return URI.create(line.substring(READY.length()));
      }
    }
    throw new AssertionError("The server did not start\n" + Files.readString(log));
  }

  /** Makes an empty file for what a process says, which goes with this one. */
  public static Path newLog(String name) throws IOException {
    Path log = Files.createTempFile(name, ".log");
    log.toFile().deleteOnExit();
    return log;
  }

  private static ProcessBuilder prepare(String heap, String classPath, List<String> program) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath));
    command.addAll(program);
    return new ProcessBuilder(command);
  }
}
