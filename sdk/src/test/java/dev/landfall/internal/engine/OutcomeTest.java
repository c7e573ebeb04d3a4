package dev.landfall.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitInfo;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a failure of the database says about the outcome. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestStore.class)
class OutcomeTest {

  @Parameter TestStore store;

  @TempDir Path directory;
  private final FailAt hooks = new FailAt();
  private Lake lake;
  private PublishRequest request;

  @BeforeEach
  void open() {
    lake = Lake.create(store, directory, hooks);
    lake.land("main", lake.creating("t"));
    request = lake.request(lake.main(), lake.updating(lake.table("t")), lake.creating("u"));
  }

  @AfterEach
  void close() {
    lake.close();
  }

  private Optional<CommitInfo> find() {
    return lake.catalog.findOperation(Lake.PROJECT, request.operationId(), request.sha256());
  }

  private UnavailableException publishFails() {
    return catchThrowableOfType(UnavailableException.class, () -> lake.catalog.publish(request));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.MATCH_NONE,
      names = {"COMMIT_ISSUED", "COMMITTED", "MARKED"})
  void whatFailsBeforeTheDatabaseCommitIsDefiniteAndTakenBack(Step step) {
    BranchState before = lake.main();
    hooks.set(step);
    UnavailableException failure = publishFails();
    assertThat(failure.mayHaveBeenSent()).isFalse();
    assertThat(failure)
        .hasMessageContaining("nothing was changed")
        .hasRootCauseMessage("injected at " + step);
    assertThat(lake.main().head()).isEqualTo(before.head());
    assertThat(find()).isEmpty();

    CommitInfo landed = Lake.landed(lake.catalog.publish(request));
    assertThat(lake.log(landed.id(), 10)).hasSize(3);
    assertThat(lake.tableNames(landed.id())).containsExactly("t", "u");
  }

  @ParameterizedTest
  @EnumSource(names = {"COMMITTED", "MARKED"})
  void b02DurableAndThenFailedIsUnknownAndFoundAfterReopening(Step step) {
    hooks.set(step);
    assertThat(publishFails().mayHaveBeenSent()).isTrue();
    reopenIfNeedBe();
    CommitInfo landed = find().orElseThrow();
    assertThat(landed.id().value()).isEqualTo(request.sha256());
    assertThat(lake.catalog.publish(request)).isEqualTo(new PublishAnswer.Published(landed, true));
    assertThat(lake.main().head()).isEqualTo(landed);
    assertThat(lake.log(landed.id(), 10)).hasSize(3);
  }

  @Test
  void b02FailedBeforeTheDurablePointIsUnknownAndNotThereAfterReopening() {
    BranchState before = lake.main();
    hooks.set(Step.COMMIT_ISSUED);
    assertThat(publishFails().mayHaveBeenSent()).isTrue();
    assertThat(lake.main().head()).isEqualTo(before.head());
    reopenIfNeedBe();
    assertThat(find()).isEmpty();
    CommitInfo landed = Lake.landed(lake.catalog.publish(request));
    assertThat(lake.log(landed.id(), 10)).hasSize(3);
  }

  /** A database on a server syncs by itself, and can go on at once. */
  private void reopenIfNeedBe() {
    if (store == TestStore.DIRECTORY) {
      requireNoMoreWrites();
      lake.close();
      lake = Lake.open(store, directory, hooks);
    }
  }

  /** B16: after a failed database commit nothing is synced and acknowledged until reopened. */
  private void requireNoMoreWrites() {
    int issued = hooks.count(Step.COMMIT_ISSUED);
    BranchState main = lake.main();
    Stream.<Runnable>of(
            () -> lake.catalog.publish(request),
            () -> lake.createBranch("b", main.head().id()),
            () -> lake.catalog.deleteBranch(Lake.PROJECT, main.name(), main.head().id()),
            () -> lake.catalog.abandon(Lake.PROJECT, request.operationId(), request.sha256()),
            () -> lake.catalog.createProject(new dev.landfall.model.ProjectName("other")))
        .forEach(
            call ->
                assertThatThrownBy(call::run)
                    .isInstanceOfSatisfying(
                        UnavailableException.class, e -> assertThat(e.mayHaveBeenSent()).isFalse())
                    .hasMessageContaining("open it again"));
    assertThat(hooks.count(Step.COMMIT_ISSUED)).isEqualTo(issued);
    assertThat(lake.tableNames(main.head().id())).contains("t");
  }

  @Test
  void aFullDiskIsDefiniteAndNamed() {
    assumeThat(store).as("the one that a test can fill").isEqualTo(TestStore.DIRECTORY);
    lake.close();
    AtomicReference<Boolean> full = new AtomicReference<>(false);
    lake =
        Lake.open(store, directory, (step, connection) -> limitPages(step, connection, full.get()));
    BranchState before = lake.main();
    full.set(true);
    Change[] many =
        Stream.generate(() -> lake.creating("x" + System.nanoTime()))
            .limit(500)
            .toArray(Change[]::new);
    PublishRequest large = lake.request(before, many);
    UnavailableException failure =
        catchThrowableOfType(UnavailableException.class, () -> lake.catalog.publish(large));
    assertThat(failure.mayHaveBeenSent()).isFalse();
    assertThat(failure).hasMessageContaining("the disk is full");
    assertThat(lake.main().head()).isEqualTo(before.head());
    assertThat(lake.catalog.findOperation(Lake.PROJECT, large.operationId(), large.sha256()))
        .isEmpty();

    full.set(false);
    CommitInfo landed = Lake.landed(lake.catalog.publish(large));
    assertThat(lake.tables(landed.id(), 100)).hasSize(501);
    lake.close();
    lake = Lake.open(store, directory, hooks);
    assertThat(lake.main().head()).isEqualTo(landed);
  }

  private static void limitPages(Step step, Connection connection, boolean full)
      throws SQLException {
    if (step != Step.BEGUN) {
      return;
    }
    try (Statement statement = connection.createStatement()) {
      // Asking for 1 page makes the size that the database has now its limit.
      statement.execute("PRAGMA max_page_count = " + (full ? 1 : 1_000_000));
    }
  }

  @Test
  void anErrorOfTheVirtualMachineTakesBackWhatWasWritten() {
    lake.close();
    AtomicReference<Boolean> failing = new AtomicReference<>(false);
    lake =
        Lake.open(
            store,
            directory,
            (step, connection) -> {
              if (step == Step.POINTERS_WRITTEN && failing.get()) {
                throw new StackOverflowError("injected");
              }
            });
    failing.set(true);
    assertThatThrownBy(() -> lake.catalog.publish(request)).isInstanceOf(StackOverflowError.class);
    failing.set(false);
    assertThat(find()).isEmpty();
    Lake.landed(lake.catalog.publish(request));
  }

  @Test
  void aClosedCatalogSaysSo() {
    lake.close();
    lake.close();
    for (Runnable call :
        Arrays.<Runnable>asList(
            () -> lake.main(),
            () -> lake.catalog.publish(request),
            () -> lake.catalog.projects(dev.landfall.model.PageRequest.first(1)))) {
      assertThatThrownBy(call::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("closed");
    }
  }
}
