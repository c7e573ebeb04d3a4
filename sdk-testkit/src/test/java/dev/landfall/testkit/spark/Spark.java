package dev.landfall.testkit.spark;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Spark, as it is published, in a process of its own: it brings another Iceberg, another Jackson
 * and much else. Its catalog {@code lake} is whatever Iceberg catalog the settings name.
 */
public final class Spark implements AutoCloseable {

  /** Names the directory of the module that has the program, built. */
  public static final String PROGRAM = "landfall.test.spark";

  private static final String CATALOG = "spark.sql.catalog.lake";

  private static final Map<String, String> SETTINGS =
      Map.of(
          "spark.master",
          "local[2]",
          "spark.driver.host",
          "127.0.0.1",
          "spark.driver.bindAddress",
          "127.0.0.1",
          "spark.ui.enabled",
          "false",
          "spark.sql.shuffle.partitions",
          "2",
          "spark.sql.extensions",
          "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
          CATALOG,
          "org.apache.iceberg.spark.SparkCatalog");

  /** The packages of the JDK that Spark reaches into. */
  private static final List<String> OPENED =
      List.of(
          "java.io",
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  private final Process process;
  private final PrintWriter statements;
  private final BufferedReader answers;
  private final Path log;

  private Spark(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.statements =
        new PrintWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8), true);
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts Spark.
   *
   * @param directory for its log and whatever it leaves behind
   * @param catalog the properties of the catalog {@code lake}
   */
  public static Spark start(Path directory, Map<String, String> catalog) throws IOException {
    Path program = Path.of(System.getProperty(PROGRAM));
    String classPath =
        program.resolve("target/classes")
            + File.pathSeparator
            + Files.readString(program.resolve("target/classpath")).strip();
    Path log = directory.resolve("spark.log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    OPENED.forEach(each -> command.add("--add-opens=java.base/" + each + "=ALL-UNNAMED"));
    command.addAll(List.of("-Xmx1g", "-cp", classPath, "dev.landfall.spark.SparkProgram"));
    SETTINGS.forEach((name, value) -> command.add(name + "=" + value));
    catalog.forEach((name, value) -> command.add(CATALOG + "." + name + "=" + value));
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(log.toFile())
            .start();
    return new Spark(process, log);
  }

  /** Runs a statement, and returns its rows as JSON. */
  public String sql(String statement) {
    statements.println(statement);
    try {
      String answer = answers.readLine();
      if (answer != null) {
        return answer;
      }
      try (Stream<String> lines = Files.lines(log)) {
        List<String> all = lines.toList();
        throw new AssertionError(
            "Spark ended at '"
                + statement
                + "'\n"
                + String.join("\n", all.subList(Math.max(0, all.size() - 100), all.size())));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws Exception {
    statements.close();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
    answers.close();
  }
}
