package dev.landfall.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.FrozenCommit;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.SomeCases;
import dev.landfall.testkit.fault.FaultChoice;
import dev.landfall.testkit.fault.Hold;
import dev.landfall.testkit.server.ServedLake;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of a commit when the requests that store its files fail. */
@ExtendWith(WithS3.class)
class S3OutcomeTest {

  /** Objects of {@link S3Lake#fiveOrdersAndLabels}: four for each of its tables. */
  private static final int OBJECTS = 8;

  private static final Duration BOUND = Duration.ofSeconds(20);

  /** Faults of one request that the next one makes good. */
  enum Passing {
    REFUSED(FaultChoice::closeBeforeRequest),
    CUT(FaultChoice::closeInRequest),
    LOST_ANSWER(FaultChoice::applyThenDropAnswer),
    CUT_ANSWER(FaultChoice::applyThenCutAnswer),
    RESET_AFTER(FaultChoice::applyThenReset),
    SLOW_DOWN_BEFORE(fault -> fault.answer(S3Answers.SLOW_DOWN)),
    SLOW_DOWN_AFTER(fault -> fault.applyThenAnswer(S3Answers.SLOW_DOWN)),
    DOUBLED(FaultChoice::deliverTwice);

    final Consumer<FaultChoice> fault;

    Passing(Consumer<FaultChoice> fault) {
      this.fault = fault;
    }
  }

  @TempDir private Path directory;
  private S3Lake lake;

  @BeforeEach
  void create(S3Server server) throws Exception {
    lake = S3Lake.create(server, directory);
  }

  @AfterEach
  void close() {
    lake.close();
    lake.faults.assertAllHappened();
  }

  /** Whichever of the objects it is. */
  @ParameterizedTest
  @EnumSource
  void aPassingFaultOfAnyWriteIsMadeGood(Passing passing) throws Exception {
    for (int n : SomeCases.oneOf(3, IntStream.rangeClosed(1, OBJECTS).boxed().toList())) {
      BranchHead before = lake.main();
      Set<String> keys = lake.keys();
      passing.fault.accept(lake.onPut().nth(n));

      FrozenCommit commit = lake.fiveOrdersAndLabels();
      S3Lake.requireLanded(commit.publish());

      Set<String> added = new HashSet<>(lake.keys());
      added.removeAll(keys);
      assertThat(added).as("objects, each stored once").hasSize(OBJECTS);
      restore(before);
    }
  }

  @Test
  void theAnswerToTheEndOfAnUploadInPartsIsLost(S3Server server) throws Exception {
    // Twelve MB that do not compress, in parts of five.
    long seed = System.nanoTime();
    byte[] noise = new byte[12 * 1024 * 1024];
    new Random(seed).nextBytes(noise);
    record Blob(long id, byte[] bytes) {}
    List<Blob> blobs = IntStream.range(0, 12).mapToObj(i -> new Blob(i, slice(noise, i))).toList();
    try (S3Lake parts =
        S3Lake.create(
            server,
            directory.resolve("parts"),
            options -> options.with("s3.multipart.part-size-bytes", "5242880"))) {
      parts
          .faults
          .on(request -> request.method().equals("POST") && request.path().contains("uploadId"))
          .first()
          .applyThenDropAnswer();
      BranchHead head =
          parts
              .main()
              .commit()
              .createTable("blobs", parts.project.writeTable(Rows.of(blobs)))
              .publish();
      assertThat(head.table("blobs").rows(Blob.class).mapToLong(Blob::id).sum())
          .as("seed %d", seed)
          .isEqualTo(66);
      parts.faults.assertAllHappened();
    }
  }

  @Test
  void aWriteThatIsRefusedFailsTheFreezeAndNothingIsPublished() throws Exception {
    BranchHead before = lake.main();
    lake.onPut().nth(3).answer(S3Answers.DENIED);
    Commit commit = ServedLake.fiveOrdersAndLabels(lake.project, before);

    assertThatThrownBy(commit::freeze)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("Cannot store file 's3://")
        .hasMessageContaining("Access Denied")
        .hasMessageContaining("write the rows again")
        .satisfies(
            e ->
                assertThat(Stream.iterate(e, x -> x != null, Throwable::getCause).toList())
                    .noneMatch(cause -> cause.toString().contains(S3Lake.SECRET)));

    assertThat(lake.main().commitId()).isEqualTo(before.commitId());
    S3Lake.requireLanded(lake.fiveOrdersAndLabels().publish());
  }

  @Test
  void aFreezeWaitsForEveryAnswer() throws Exception {
    Hold hold = lake.onPut().nth(2).holdAnswer();
    CompletableFuture<FrozenCommit> frozen =
        CompletableFuture.supplyAsync(lake::fiveOrdersAndLabels);
    hold.awaitArrival(BOUND);
    lake.awaitPuts(OBJECTS);

    assertThat(frozen).isNotDone();
    hold.release();

    S3Lake.requireLanded(frozen.get(20, TimeUnit.SECONDS).publish());
  }

  @Test
  void anInterruptedFreezeCanBeCalledAgain() throws Exception {
    Hold hold = lake.onPut().nth(2).holdAnswer();
    Thread freezing = Thread.currentThread();
    Thread interrupter =
        new Thread(
            () -> {
              try {
                hold.awaitArrival(BOUND);
                freezing.interrupt();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    Commit commit = ServedLake.fiveOrdersAndLabels(lake.project, lake.main());
    interrupter.start();

    assertThatThrownBy(commit::freeze)
        .isInstanceOf(UncheckedIOException.class)
        .hasCauseInstanceOf(InterruptedIOException.class)
        .hasMessageContaining("call again");
    assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
    hold.release();
    S3Lake.requireLanded(commit.freeze().publish());
    interrupter.join();
  }

  /** Makes main what it was before a commit. */
  private void restore(BranchHead before) throws Exception {
    lake.main()
        .commit()
        .updateTable(lake.main().table("orders").overwrite(Rows.of(ServedLake.orders(0, 10))))
        .dropTable("labels")
        .publish();
    assertThat(before.table("orders").rows().count()).isEqualTo(10);
  }

  private static byte[] slice(byte[] bytes, int megabyte) {
    int from = megabyte * 1024 * 1024;
    return Arrays.copyOfRange(bytes, from, from + 1024 * 1024);
  }
}
