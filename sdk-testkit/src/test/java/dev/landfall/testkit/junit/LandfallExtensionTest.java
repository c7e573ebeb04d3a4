package dev.landfall.testkit.junit;

import static dev.landfall.testkit.assertions.LandfallAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.config.RetryPolicy;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.ManualTime;
import dev.landfall.testkit.fault.FaultLine;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import dev.landfall.testkit.fault.RequestKind;
import dev.landfall.testkit.fault.SimulatedCrash;
import dev.landfall.testkit.server.CatalogServer;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a user sees of the extension, by tests like a user's; surefire leaves nested ones alone. */
@Timeout(120)
class LandfallExtensionTest {

  record Label(String text) {}

  @Test
  void aPassingTestPrintsNothingAndLeavesNothing() {
    SampleRun run = SampleRun.of(PassingSample.class);

    run.tests().assertStatistics(tests -> tests.started(2).succeeded(2));
    assertThat(run.printed()).isEmpty();
    assertThat(PassingSample.LOCATIONS)
        .as("one directory for each test")
        .hasSize(2)
        .noneMatch(location -> Path.of(location).toFile().exists())
        .noneMatch(location -> Path.of(location).getParent().getParent().toFile().exists());
    assertThatThrownBy(() -> new Socket(PassingSample.address.getHost(), portOf()).close())
        .isInstanceOf(ConnectException.class);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("fault-"));
  }

  private static int portOf() {
    return PassingSample.address.getPort();
  }

  static class PassingSample {

    static final Set<String> LOCATIONS = ConcurrentHashMap.newKeySet();
    static volatile URI address;

    @Test
    @LandfallTest
    void inTheSameProcess(LandfallClient client, Project project, FaultLine line) throws Exception {
      LOCATIONS.add(project.location());
      assertThat(client.projects()).hasSize(1);
      labels(project).publish();
      assertThat(line.requests()).isNotEmpty();
      assertThat(project).branch("main").hasCommits(1);
      client.close();
    }

    @Test
    @LandfallTest(overHttp = true)
    void overHttp(Project project, URI proxied, CatalogServer server, FaultProxy proxy)
        throws Exception {
      LOCATIONS.add(project.location());
      address = proxied;
      labels(project).publish();
      assertThat(proxy.uri()).isEqualTo(proxied).isNotEqualTo(server.uri());
      assertThat(proxy.count(RequestKind.PUBLISH)).isEqualTo(1);
      try (LandfallClient own = LandfallClient.connect(proxied)) {
        assertThat(own.project("test")).branch("main").hasCommits(1);
      }
    }
  }

  @Test
  void aFailingTestPrintsWhatHappened() {
    SampleRun run = SampleRun.of(FailingSample.class);

    run.tests().assertStatistics(tests -> tests.started(4).failed(3).aborted(1));
    assertThat(run.printed().split("Landfall: what happened in ")).hasSize(4);
    assertThat(run.printed())
        .contains("FailingSample, inTheSameProcess(Project, FaultPlan)")
        .contains("FailingSample, overHttp(Project, FaultPlan)")
        .contains("  Branch main of project test, newest commit first\n")
        .containsPattern(" {4}[0-9a-f]{12} \"Label\", operation [0-9a-f-]{36}: create labels\n")
        .contains("(the empty first commit)")
        .containsPattern(
            "#\\d+ POST /v1/projects/test/commits, operation [0-9a-f-]{36}, hit by"
                + " applyThenDropAnswer\\(\\), delivered, the catalog answered 200\n")
        .contains("Planned faults that did not happen\n    onRecover().first().reset(): no such")
        .containsPattern("operation [0-9a-f-]{36}: publish to branch 'main' begins, changes: 1\n")
        .containsPattern("operation [0-9a-f-]{36}: attempt 1 failed, perhaps sent: Unavailable")
        .containsPattern("operation [0-9a-f-]{36}: publish ended: unknown");
    assertThat(run.printed())
        .containsPattern(
            "Simulated crashes\n    #\\d+ POST \\S+, operation \\S+, hit by crash\\(\\)");
    assertThat(run.failures())
        .filteredOn(failure -> !(failure instanceof SimulatedCrash))
        .hasSize(2)
        .allMatch(failure -> failure.getMessage().equals("on purpose"));
  }

  static class FailingSample {

    @Test
    @LandfallTest
    void inTheSameProcess(Project project, FaultPlan faults) {
      loseAnAnswer(project, faults);
    }

    @Test
    @LandfallTest(overHttp = true)
    void overHttp(Project project, FaultPlan faults) {
      loseAnAnswer(project, faults);
    }

    @Test
    @LandfallTest(overHttp = true)
    void crashed(Project project, FaultPlan faults) throws Exception {
      faults.onPublish().first().crash();
      labels(project).publish();
    }

    @Test
    @LandfallTest
    void aborted(FaultPlan faults) {
      faults.onPublish().first().reset();
      Assumptions.abort("not here");
    }

    private static void loseAnAnswer(Project project, FaultPlan faults) {
      faults.onPublish().first().applyThenDropAnswer();
      faults.onRecover().first().reset();
      assertThat(labels(project).tryPublish()).isUnknown();
      fail("on purpose");
    }
  }

  @Test
  void aFaultThatNeverHappensFailsTheTest() {
    SampleRun run = SampleRun.of(UnusedFaultSample.class);

    run.tests().assertStatistics(tests -> tests.started(2).succeeded(1).failed(1));
    assertThat(run.failures())
        .singleElement()
        .isInstanceOf(AssertionError.class)
        .asString()
        .contains("A planned fault never happened:")
        .contains("onPublish().second().refuse(): only 1 such request came");
    assertThat(run.printed()).contains("UnusedFaultSample, strict(Project, FaultPlan)");
  }

  static class UnusedFaultSample {

    @Test
    @LandfallTest
    void strict(Project project, FaultPlan faults) throws Exception {
      faults.onPublish().second().refuse();
      labels(project).publish();
    }

    @Test
    @LandfallTest(lenient = true)
    void lenient(FaultPlan faults) {
      faults.onPublish().second().refuse();
    }
  }

  @Test
  void parallelTestsHaveCatalogsOfTheirOwn() {
    SampleRun run = SampleRun.inParallel(ParallelSample.class, 8);

    run.tests().assertStatistics(tests -> tests.started(4).succeeded(4));
    assertThat(ParallelSample.LOCATIONS).hasSize(4);
    assertThat(run.printed()).isEmpty();
  }

  @LandfallTest(overHttp = true)
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  @Execution(ExecutionMode.CONCURRENT)
  static class ParallelSample {

    static final Set<String> LOCATIONS = ConcurrentHashMap.newKeySet();

    /** Nobody gets past it unless all run at the same time. */
    private final CyclicBarrier all = new CyclicBarrier(4);

    @BeforeEach
    void meet(FaultPlan faults) throws Exception {
      all.await(60, TimeUnit.SECONDS);
      faults.onPublish().first().applyThenDropAnswer();
    }

    @RepeatedTest(4)
    void eachLosesItsOwnAnswer(Project project, FaultPlan faults) throws Exception {
      LOCATIONS.add(project.location());
      FrozenCommit commit = labels(project);
      assertThat(commit.tryPublish()).isUnknown();
      all.await(60, TimeUnit.SECONDS);
      assertThat(commit.tryPublish()).isReplayed();
    }

    @AfterEach
    void landedOnce(Project project) {
      assertThat(project).branch("main").hasCommits(1);
    }
  }

  @Test
  void theNearestAnnotationCounts() {
    SampleRun run = SampleRun.of(AnnotatedSample.class);

    run.tests().assertStatistics(tests -> tests.started(3).succeeded(3));
  }

  @LandfallTest(project = "outer", attempts = 2)
  static class AnnotatedSample {

    @Test
    void theSecondAttemptFindsWhatTheFirstMade(Project project, FaultPlan faults) {
      assertThat(project.name()).hasToString("outer");
      faults.onPublish().first().applyThenDropAnswer();
      assertThat(labels(project).tryPublish()).isReplayed();
    }

    @Nested
    class Inner {

      @Test
      void inherits(Project project) {
        assertThat(project.name()).hasToString("outer");
      }

      @Test
      @LandfallTest(project = "inner", manualTime = true)
      void overrides(Project project, ManualTime time) throws Exception {
        assertThat(project.name()).hasToString("inner");
        time.advance(Duration.ofDays(400));
        assertThat(labels(project).publish().committedAt()).isEqualTo(time.instant());
      }
    }
  }

  @Test
  void theBuilderSetsWhatTheAnnotationCannot() {
    SampleRun run = SampleRun.of(BuiltSample.class);

    run.tests().assertStatistics(tests -> tests.started(4).succeeded(4));
    assertThat(run.printed()).isEmpty();
  }

  static class BuiltSample {

    @RegisterExtension
    final LandfallExtension landfall =
        LandfallExtension.builder()
            .overHttp()
            .project("shop")
            .manualTime()
            .retryPolicy(
                RetryPolicy.builder()
                    .maxAttempts(2)
                    .initialBackoff(Duration.ofHours(1))
                    .maxBackoff(Duration.ofHours(1))
                    .totalTime(Duration.ofHours(3))
                    .build())
            .callTimeout(Duration.ofMillis(700))
            .build();

    @Test
    void anAnswerThatNeverComes(Project project, FaultPlan faults, ManualTime time) {
      time.advanceOnSleep();
      faults.onPublish().every().applyThenStall();
      FrozenCommit commit = labels(project);
      assertThat(commit.tryPublish()).isUnknown();
      assertThat(project).branch("main").landedOnce(commit.operationId());
      assertThat(time.sleeps()).hasSize(1);
    }

    @Test
    void aRequestThatIsNeverReleased(Project project, FaultPlan faults, ManualTime time) {
      time.advanceOnSleep();
      faults.onPublish().next().holdRequest();
      faults.onPublish().next().holdRequest();
      assertThat(labels(project).tryPublish()).isUnknown();
    }

    @Test
    void aRefusal(Project project, FaultPlan faults) {
      assertThat(project.name()).hasToString("shop");
      faults.onPublish().first().refuse();
      assertThat(labels(project).tryPublish()).isFailedWith(PermissionDeniedException.class);
    }

    @Test
    void aCrash(Project project, FaultPlan faults, FaultProxy proxy) {
      FrozenCommit commit = labels(project);
      faults.onPublish().first().applyThenCrash();
      assertThatThrownBy(commit::publish).isInstanceOf(SimulatedCrash.class);
      assertThat(proxy.count(RequestKind.PUBLISH)).isEqualTo(1);
      assertThat(project).branch("main").landedOnce(commit.operationId());
    }
  }

  @Test
  void whatIsNotThereSaysWhere() {
    SampleRun run = SampleRun.of(MisplacedSample.class);
    assertThat(run.failures())
        .extracting(Throwable::getMessage)
        .anyMatch(m -> m.contains("There is no URI with these settings: set overHttp"))
        .anyMatch(m -> m.contains("There is no ManualTime with these settings: set manualTime"))
        .hasSize(2);
    assertThat(SampleRun.of(ConstructorSample.class).failures())
        .singleElement()
        .asString()
        .contains("take it as a parameter of a test, @BeforeEach or @AfterEach method");
    assertThat(SampleRun.of(TwiceSample.class).failures())
        .singleElement()
        .asString()
        .contains("keep one of @LandfallTest and the registered LandfallExtension");
  }

  @LandfallTest
  static class MisplacedSample {

    @Test
    void noAddress(URI address) {}

    @Test
    void noTime(ManualTime time) {}
  }

  @LandfallTest
  static class ConstructorSample {

    ConstructorSample(Project project) {}

    @Test
    void never() {}
  }

  @LandfallTest
  static class TwiceSample {

    @RegisterExtension final LandfallExtension landfall = LandfallExtension.builder().build();

    @Test
    void never() {}
  }

  private static FrozenCommit labels(Project project) {
    return project
        .branch("main")
        .commit()
        .message("Label")
        .createTable("labels", project.writeTable(Rows.of(List.of(new Label("car")))))
        .freeze();
  }
}
