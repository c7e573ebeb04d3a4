package dev.landfall.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.landfall.Commit;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.OutcomeUnknownException;
import dev.landfall.Project;
import dev.landfall.SavedCommit;
import dev.landfall.Table;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.RetryPolicy;
import dev.landfall.iceberg.LandfallCatalog;
import dev.landfall.model.CommitId;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.fault.FaultChoice;
import dev.landfall.testkit.fault.Hold;
import dev.landfall.testkit.fault.RequestSelector;
import dev.landfall.testkit.fault.WireRequest;
import dev.landfall.testkit.server.ServedLake;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.SeekableInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client that remembers no file is told when files cannot be read. */
@ExtendWith(WithS3.class)
@Timeout(120)
class S3ReadTest {

  /** A fault of all requests for a file, and what is said of it. */
  enum Lasting {
    DENIED(
        fault -> fault.answer(S3Answers.DENIED),
        "S3 denied access (403 AccessDenied: Access Denied); check the client's keys"),
    SLOW_DOWN(
        fault -> fault.answer(S3Answers.SLOW_DOWN),
        "S3 failed (503 SlowDown: Reduce your rate.); try again"),
    CUT(
        FaultChoice::applyThenCutAnswer,
        "the connection to S3 broke off (SocketException: The answer was cut off,"),
    RESET(
        FaultChoice::applyThenReset,
        "the connection to S3 broke off (SocketException: Connection reset); try again");

    final Consumer<FaultChoice> fault;
    final String words;

    Lasting(Consumer<FaultChoice> fault, String words) {
      this.fault = fault;
      this.words = words;
    }
  }

  /** A way in which the rows of a table, or the bytes of its file, are read. */
  enum Way {
    RECORDS(project -> orders(project).rows().count()),
    JAVA_RECORDS(project -> orders(project).rows(ServedLake.Order.class).toList()),
    FILTERED(project -> orders(project).read().where(Expressions.equal("id", 3)).rows().toList()),
    REWRITTEN(project -> orders(project).delete(Expressions.equal("id", 3))),
    ICEBERG(project -> sum(orders(project).iceberg())),
    ICEBERG_CATALOG(
        project ->
            sum(LandfallCatalog.of(project, "main").loadTable(TableIdentifier.of("orders")))),
    BYTES(
        project -> {
          String location = dataFile(orders(project));
          try (SeekableInputStream in = project.fileIO().newInputFile(location).newStream()) {
            return in.readAllBytes();
          }
        });

    final Read read;

    Way(Read read) {
      this.read = read;
    }
  }

  @FunctionalInterface
  interface Read {
    Object from(Project project) throws IOException;
  }

  @TempDir private Path directory;
  private S3Lake lake;
  private LandfallClient reader;
  private Project project;

  @BeforeEach
  void create(S3Server server) throws Exception {
    lake = S3Lake.create(server, directory);
    reopen();
  }

  @AfterEach
  void close() {
    reader.close();
    lake.close();
    lake.faults.assertAllHappened();
  }

  @ParameterizedTest
  @EnumSource
  void everyWayOfReadingTellsOfADataFile(Way way) throws Exception {
    String location = dataFile(orders(project));
    onGet("/data/").every().answer(S3Answers.DENIED);

    assertThatThrownBy(() -> way.read.from(project))
        .isExactlyInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("Cannot read file '" + location + "': " + Lasting.DENIED.words)
        .hasCauseInstanceOf(AccessDeniedException.class);

    pass();
    assertThat(way.read.from(project)).isNotNull();
    lake.objects.delete(location.substring(lake.bucket.length() + 1));
    assertThatThrownBy(() -> way.read.from(project))
        .isExactlyInstanceOf(NotFoundException.class)
        .hasMessageContaining("Cannot read file '" + location + "': it does not exist (404 ")
        .hasMessageContaining("restore it");
  }

  @ParameterizedTest
  @EnumSource
  void everyFaultIsToldAndPasses(Lasting lasting) throws Exception {
    String data = dataFile(orders(project));
    for (String directory : new String[] {"/data/", "/metadata/"}) {
      reopen();
      lasting.fault.accept(onGet(directory).every());

      Throwable failure = catchThrowable(() -> orders(project).rows().count());

      assertThat(failure)
          .isExactlyInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("Cannot read file '" + data.substring(0, data.indexOf("/data/")))
          .hasMessageContaining(directory)
          .hasMessageContaining(lasting.words);
      requireNoSecret(failure);
      pass();
      assertThat(orders(project).rows().count()).isEqualTo(10);
    }
  }

  @Test
  void aFileIsReadOnWhereItWasCutOff() {
    onGet("/data/").first().applyThenCutAnswer();
    onGet("/metadata/").second().applyThenCutAnswer();

    assertThat(orders(project).rows().count()).isEqualTo(10);
  }

  @Test
  void aFileThatIsCutOffAndCannotBeOpenedAgainIsTold() {
    onGet("/data/").next().applyThenCutAnswer();
    onGet("/data/").every().answer(S3Answers.DENIED);

    assertThatThrownBy(() -> orders(project).rows().count())
        .isExactlyInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("/data/")
        .hasMessageContaining("the connection to S3 broke off");
  }

  @Test
  void aStoreThatCannotBeReachedIsTold() {
    Table orders = orders(project);
    lake.proxy.close();

    assertThatThrownBy(() -> orders.rows().count())
        .isExactlyInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("Cannot read file 's3://")
        .hasMessageContaining("S3 cannot be reached (ConnectException: Connection refused)");
  }

  @Test
  void anInterruptedReaderIsToldAndKeepsItsFlag() throws Exception {
    Table orders = orders(project);
    Hold hold = onGet("/data/").first().holdAnswer();
    Thread reading = Thread.currentThread();
    Thread interrupter =
        new Thread(
            () -> {
              try {
                hold.awaitArrival(Duration.ofSeconds(20));
                reading.interrupt();
                hold.release();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    interrupter.start();

    assertThatThrownBy(() -> orders.rows().count())
        .isExactlyInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("the thread was interrupted; try again")
        .hasCauseInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
    interrupter.join();
    assertThat(orders.rows().count()).isEqualTo(10);
  }

  @Test
  void aFreezeThatCannotReadTheVersionBeforeCanBeCalledAgain() throws Exception {
    CommitId before = project.branch("main").commitId();
    Commit commit = ServedLake.fiveOrdersAndLabels(project, project.branch("main"));
    onGet("/metadata/").every().answer(S3Answers.DENIED);

    assertThatThrownBy(commit::freeze)
        .isExactlyInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("Cannot read file 's3://")
        .hasMessageContaining(Lasting.DENIED.words);

    pass();
    assertThat(project.branch("main").commitId()).isEqualTo(before);
    S3Lake.requireLanded(commit.freeze().publish());
  }

  /** The catalog asks for the metadata files, which this client does not remember. */
  @Test
  void aPublishWhoseFilesCannotBeLookedForIsUnknownIfItMayHaveBeenSent() throws Exception {
    FrozenCommit frozen = ServedLake.fiveOrdersAndLabels(project, project.branch("main")).freeze();
    SavedCommit saved = frozen.save();
    FrozenCommit unsent = resumed(saved);
    requireUnknown(unsent);
    assertThat(unsent.recover()).isEmpty();
    pass();
    CommitId landed = unsent.publish().commitId();

    FrozenCommit sent = resumed(saved);
    requireUnknown(sent);
    assertThat(sent.recover().orElseThrow().commitId()).isEqualTo(landed);
    pass();
    S3Lake.requireLanded(sent.publish());
  }

  @Test
  void aPublishWhoseFilesCannotBeLookedForFailsIfItWasNeverSent() throws Exception {
    // So long that nobody remembers the file.
    Table large =
        project
            .writeTable(Rows.of(ServedLake.orders(0, 1)))
            .edit(table -> table.updateProperties().set("large", "x".repeat(2_000_000)).commit());
    FrozenCommit frozen = project.branch("main").commit().createTable("large", large).freeze();
    onGet("/metadata/").every().answer(S3Answers.DENIED);

    assertThatThrownBy(frozen::publish)
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("nothing was changed")
        .hasMessageContaining(Lasting.DENIED.words);

    pass();
    assertThat(frozen.recover()).isEmpty();
    assertThat(frozen.publish().table("large").rows().count()).isEqualTo(1);
  }

  private FrozenCommit resumed(SavedCommit saved) {
    reopen();
    return project.resumeCommit(saved);
  }

  private void requireUnknown(FrozenCommit commit) {
    onGet("/metadata/").every().answer(S3Answers.DENIED);
    assertThatThrownBy(commit::publish)
        .isInstanceOf(OutcomeUnknownException.class)
        .hasStackTraceContaining(Lasting.DENIED.words);
  }

  private void reopen() {
    if (reader != null) {
      reader.close();
    }
    lake.client.close();
    reader =
        LandfallClient.builder()
            .directory(directory)
            .storage(S3Lake.storage(lake.proxy.uri()))
            .retryPolicy(RetryPolicy.none())
            .build();
    project = reader.project("demo");
  }

  private RequestSelector onGet(String directory) {
    return lake.faults.on(request -> isGet(request) && request.path().contains(directory));
  }

  private void pass() {
    lake.faults.assertAllHappened();
    lake.faults.clear();
  }

  private static boolean isGet(WireRequest request) {
    return request.method().equals("GET");
  }

  private static Table orders(Project project) {
    return project.branch("main").table("orders");
  }

  private static String dataFile(Table table) {
    org.apache.iceberg.Table iceberg = table.iceberg();
    return iceberg.currentSnapshot().addedDataFiles(iceberg.io()).iterator().next().location();
  }

  private static long sum(org.apache.iceberg.Table table) throws IOException {
    long sum = 0;
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table).build()) {
      for (Record row : rows) {
        sum += (Long) row.getField("id");
      }
    }
    return sum;
  }

  private static void requireNoSecret(Throwable failure) {
    assertThat(Stream.iterate(failure, x -> x != null, Throwable::getCause))
        .noneMatch(cause -> cause.toString().contains(S3Lake.SECRET));
  }
}
