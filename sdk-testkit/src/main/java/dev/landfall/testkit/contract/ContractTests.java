package dev.landfall.testkit.contract;

import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.Table;
import dev.landfall.catalog.Catalog;
import dev.landfall.config.RetryPolicy;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.ManualTime;
import dev.landfall.testkit.fault.Fault;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.RequestKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What the subjects of the contract share. Each test has an empty project of its own in the
 * catalog.
 */
@Timeout(120)
@ExtendWith(ContractExtension.class)
@Execution(ExecutionMode.SAME_THREAD)
abstract class ContractTests {

  /** A row of the tests' tables. */
  record Order(long id, String item) {}

  static final Duration BOUND = Duration.ofSeconds(20);

  private final OpenedCatalog opened;
  private final boolean shared;
  private final List<AutoCloseable> closing = new ArrayList<>();
  private @Nullable ProjectUnderTest begun;
  private @Nullable Project project;
  private @Nullable String planned;

  /** What goes wrong on the way of {@link #projectOverFaults}. */
  final FaultPlan faults = new FaultPlan();

  /** Makes tests of a catalog. */
  ContractTests(CatalogUnderTest underTest) {
    this.shared = underTest instanceof OpenedCatalog;
    this.opened = underTest instanceof OpenedCatalog known ? known : new OpenedCatalog(underTest);
  }

  @BeforeEach
  final void createProject() throws Exception {
    Catalog catalog = opened.open();
    begun = new ProjectUnderTest(catalog, opened.createProject(catalog));
  }

  @AfterEach
  final void closeAll() throws Exception {
    for (int i = closing.size() - 1; i >= 0; i--) {
      closing.get(i).close();
    }
    if (!shared) {
      opened.close();
    }
  }

  /** Returns the project of the test as the port shows it. */
  final ProjectUnderTest port() {
    if (begun == null) {
      throw new IllegalStateException("No project yet: JUnit has not called createProject()");
    }
    return begun;
  }

  /** Closes the catalog and opens it again, as after a restart. */
  final ProjectUnderTest reopened() throws Exception {
    begun = port().in(opened.reopen());
    project = null;
    return port();
  }

  /** Returns the project of the test as an application sees it, with one attempt for each call. */
  final Project project() {
    Project known = project;
    if (known == null) {
      known = projectIn(port().catalog, 1);
      project = known;
    }
    return known;
  }

  /** Returns the project over another catalog, which is closed after the test. */
  final Project projectIn(Catalog catalog, int attempts) {
    ManualTime time = ManualTime.now();
    time.advanceOnSleep();
    LandfallClient client =
        LandfallClient.builder()
            .catalog(catalog)
            .retryPolicy(RetryPolicy.builder().maxAttempts(attempts).build())
            .timeSource(time)
            .build();
    closing.add(client);
    return client.project(port().name.value());
  }

  /** Returns the project over the way on which goes wrong what {@link #faults} says. */
  final Project projectOverFaults(int attempts, Duration callTimeout) {
    return projectIn(opened.openWithFaults(port().catalog, faults, callTimeout), attempts);
  }

  /** Plans what goes wrong with the next request of a kind, and notes it for the summary. */
  final void plan(RequestKind kind, Fault fault) {
    note(fault + " on " + kind);
    faults.on(kind).first().inject(fault);
  }

  /** Notes for the summary what goes wrong. */
  final void note(String fault) {
    planned = fault;
  }

  /** Returns what was planned to go wrong last. */
  final Optional<String> planned() {
    return Optional.ofNullable(planned);
  }

  static Rows orders(int from, int to) {
    return Rows.of(IntStream.range(from, to).mapToObj(i -> new Order(i, "item " + i)).toList());
  }

  static Table table(Project project, int rows) {
    return project.writeTable(orders(0, rows));
  }
}
