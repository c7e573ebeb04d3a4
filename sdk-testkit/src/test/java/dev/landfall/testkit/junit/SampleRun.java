package dev.landfall.testkit.junit;

import static java.util.stream.Collectors.joining;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/**
 * A run of a test class of ours as a user's.
 *
 * @param printed what went to the standard error stream, without what was logged
 */
public record SampleRun(Events tests, String printed) {

  public static SampleRun of(Class<?> sample) {
    return run(EngineTestKit.engine("junit-jupiter").selectors(selectClass(sample)));
  }

  public static SampleRun ofMethod(Class<?> sample, String method, Class<?>... parameters) {
    return run(
        EngineTestKit.engine("junit-jupiter").selectors(selectMethod(sample, method, parameters)));
  }

  public static SampleRun inParallel(Class<?> sample, int threads) {
    return run(
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(sample))
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
            .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
            .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
            .configurationParameter(
                "junit.jupiter.execution.parallel.config.fixed.parallelism",
                Integer.toString(threads)));
  }

  private static SampleRun run(EngineTestKit.Builder builder) {
    PrintStream console = System.err;
    ByteArrayOutputStream caught = new ByteArrayOutputStream();
    System.setErr(new PrintStream(caught, true, StandardCharsets.UTF_8));
    Events tests;
    try {
      tests = builder.execute().testEvents();
    } finally {
      System.setErr(console);
    }
    return new SampleRun(
        tests,
        caught
            .toString(StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !line.matches("\\[.*] (DEBUG|INFO|WARN|ERROR) .*"))
            .collect(joining("\n")));
  }

  /** Returns why tests failed, in order. */
  public List<Throwable> failures() {
    return tests.failed().stream()
        .map(event -> event.getRequiredPayload(TestExecutionResult.class))
        .flatMap(result -> result.getThrowable().stream())
        .toList();
  }
}
