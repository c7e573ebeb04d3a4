package dev.landfall.testkit.junit;

import dev.landfall.config.RetryPolicy;
import dev.landfall.model.ProjectName;
import dev.landfall.testkit.ManualTime;
import dev.landfall.testkit.fault.FaultLine;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import dev.landfall.testkit.server.CatalogServer;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/**
 * Gives each test method an empty catalog of its own, in a temporary directory, and a plan of what
 * goes wrong on the way to it. Tests may run in parallel. After the test everything is closed and
 * the directory removed.
 *
 * <pre>{@code
 * @RegisterExtension
 * final LandfallExtension landfall = LandfallExtension.builder().overHttp().build();
 * }</pre>
 *
 * <p>{@link LandfallTest} does the same as an annotation. Test methods, and those before and after
 * each, may take as parameters:
 *
 * <ul>
 *   <li>{@link dev.landfall.LandfallClient} and {@link dev.landfall.Project}, whose branch {@code
 *       main} is empty;
 *   <li>{@link FaultPlan}, which hits what goes through that client, or to that address;
 *   <li>over HTTP, {@link URI}: the address for clients of the test's own; {@link FaultProxy} and
 *       {@link CatalogServer}, which it leads to;
 *   <li>in the same process, {@link FaultLine};
 *   <li>{@link ManualTime}, if time stands still.
 * </ul>
 *
 * <p>What is set, and what it is unless set:
 *
 * <table>
 * <caption>Defaults</caption>
 * <tr><th>setting</th><th>default</th></tr>
 * <tr><td>{@link Builder#overHttp}</td><td>in the same process</td></tr>
 * <tr><td>{@link Builder#project}</td><td>{@value #DEFAULT_PROJECT}</td></tr>
 * <tr><td>{@link Builder#retryPolicy}</td><td>one attempt, so that the code under test sees every
 * fault</td></tr>
 * <tr><td>{@link Builder#callTimeout}</td><td>5 seconds</td></tr>
 * <tr><td>{@link Builder#manualTime}</td><td>the time of the machine</td></tr>
 * <tr><td>{@link Builder#lenient}</td><td>a planned fault that never happens fails the test</td>
 * </tr>
 * </table>
 *
 * <p>If the test fails, what happened is printed to the standard error stream: the commits of every
 * branch, the requests with the fault that hit each, and what the client reported. Nothing is
 * printed otherwise.
 */
public final class LandfallExtension
    implements BeforeEachCallback, AfterEachCallback, ParameterResolver {

  /** The name of the project unless set. */
  public static final String DEFAULT_PROJECT = "test";

  /** How long a call waits for its answer unless set: 5 seconds. */
  public static final Duration DEFAULT_CALL_TIMEOUT = Duration.ofSeconds(5);

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(LandfallExtension.class);

  private static final Set<Class<?>> PARAMETERS =
      Set.of(
          dev.landfall.LandfallClient.class,
          dev.landfall.Project.class,
          FaultPlan.class,
          FaultLine.class,
          FaultProxy.class,
          CatalogServer.class,
          URI.class,
          ManualTime.class);

  private final @Nullable Settings settings;

  /** Makes the extension for {@link LandfallTest}, whose settings it takes. */
  public LandfallExtension() {
    this(null);
  }

  private LandfallExtension(@Nullable Settings settings) {
    this.settings = settings;
  }

  /** Starts the settings of an extension. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Opens the catalog of a test.
   *
   * @throws ExtensionConfigurationException if the extension is registered twice
   */
  @Override
  public void beforeEach(ExtensionContext context) {
    ExtensionContext.Store store = context.getStore(NAMESPACE);
    if (store.get(TestCatalog.class) != null) {
      throw new ExtensionConfigurationException(
          "The test has a catalog already: keep one of @LandfallTest and the registered"
              + " LandfallExtension");
    }
    Settings chosen = settings == null ? Settings.annotatedAt(context) : settings;
    store.put(TestCatalog.class, TestCatalog.open(chosen));
  }

  /**
   * Closes the catalog of a test, and prints what happened if it failed.
   *
   * @throws AssertionError if the test did not fail, but a planned fault never happened
   */
  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    TestCatalog catalog = context.getStore(NAMESPACE).remove(TestCatalog.class, TestCatalog.class);
    if (catalog == null) {
      return;
    }
    Throwable failure = context.getExecutionException().orElse(null);
    Throwable unhappened = failure == null ? catalog.unhappened() : null;
    boolean failed = failure != null && !(failure instanceof TestAbortedException);
    String history = failed || unhappened != null ? catalog.history(nameOf(context)) : "";
    Throwable unclosed = catalog.close();
    if (!history.isEmpty()) {
      print(history);
    }
    rethrow(unhappened, unclosed);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return PARAMETERS.contains(parameter.getParameter().getType());
  }

  /**
   * Returns what belongs to the test.
   *
   * @throws ParameterResolutionException if there is none outside of a test, or with its settings
   */
  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    TestCatalog catalog = context.getStore(NAMESPACE).get(TestCatalog.class, TestCatalog.class);
    if (catalog == null) {
      throw new ParameterResolutionException(
          "There is no "
              + type.getSimpleName()
              + " yet, as each test method has its own: take it as a parameter of a test,"
              + " @BeforeEach or @AfterEach method, not of a constructor or @BeforeAll method");
    }
    return catalog
        .parameter(type)
        .orElseThrow(
            () ->
                new ParameterResolutionException(
                    "There is no "
                        + type.getSimpleName()
                        + " with these settings: set "
                        + settingFor(type)));
  }

  private static String settingFor(Class<?> type) {
    if (type == ManualTime.class) {
      return "manualTime";
    }
    return type == FaultLine.class ? "overHttp to false, or take a FaultProxy" : "overHttp";
  }

  private static String nameOf(ExtensionContext context) {
    return context.getRequiredTestClass().getName() + ", " + context.getDisplayName();
  }

  /** In one piece, so that tests that run in parallel do not mix their lines. */
  private static void print(String history) {
    System.err.print(history);
  }

  private static void rethrow(@Nullable Throwable first, @Nullable Throwable second)
      throws Exception {
    Throwable failure = first == null ? second : first;
    if (failure == null) {
      return;
    }
    if (second != null && second != failure) {
      failure.addSuppressed(second);
    }
    if (failure instanceof Error error) {
      throw error;
    }
    throw (Exception) failure;
  }

  /** The settings of an extension. Not thread-safe. */
  public static final class Builder {

    private boolean overHttp = Settings.DEFAULTS.overHttp();
    private String project = Settings.DEFAULTS.project();
    private RetryPolicy retryPolicy = Settings.DEFAULTS.retryPolicy();
    private Duration callTimeout = Settings.DEFAULTS.callTimeout();
    private boolean manualTime = Settings.DEFAULTS.manualTime();
    private boolean lenient = Settings.DEFAULTS.lenient();

    private Builder() {}

    /**
     * Serves the catalog over HTTP on loopback, with a {@link FaultProxy} between it and the
     * clients.
     */
    public Builder overHttp() {
      this.overHttp = true;
      return this;
    }

    /**
     * Sets the name of the project that each test finds, empty.
     *
     * @throws IllegalArgumentException if it is not one that a project can have
     */
    public Builder project(String name) {
      this.project = new ProjectName(name).value();
      return this;
    }

    /** Sets how the client of a test repeats calls. */
    public Builder retryPolicy(RetryPolicy policy) {
      this.retryPolicy = policy;
      return this;
    }

    /**
     * Sets how long the client of a test waits for an answer: over HTTP for any, in the same
     * process for one that is held back.
     *
     * @throws IllegalArgumentException if it is not 1 millisecond to 1 day
     */
    public Builder callTimeout(Duration timeout) {
      if (timeout.compareTo(Duration.ofMillis(1)) < 0
          || timeout.compareTo(Duration.ofDays(1)) > 0) {
        throw new IllegalArgumentException(
            "Invalid callTimeout " + timeout + ": give 1 ms to 1 day");
      }
      this.callTimeout = timeout;
      return this;
    }

    /** Lets time stand still for the client and the catalog; a {@link ManualTime} moves it. */
    public Builder manualTime() {
      this.manualTime = true;
      return this;
    }

    /** Lets a test pass though a planned fault never happened. */
    public Builder lenient() {
      this.lenient = true;
      return this;
    }

    /** Makes the extension. */
    public LandfallExtension build() {
      return new LandfallExtension(
          new Settings(overHttp, project, retryPolicy, callTimeout, manualTime, lenient));
    }
  }
}
