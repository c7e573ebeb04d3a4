package dev.landfall;

import static dev.landfall.TestLake.count;
import static dev.landfall.TestLake.orders;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.ScriptedCatalog.Step;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.internal.files.KeyedFileLocks;
import dev.landfall.model.OperationId;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitJournalTest {

  @TempDir Path directory;
  private Path journalDirectory;
  private ScriptedCatalog catalog;
  private TestLake lake;
  private CommitJournal journal;

  @BeforeEach
  void open() throws PublishException {
    journalDirectory = directory.resolve("journal");
    lake =
        TestLake.create(directory.resolve("lake"), opened -> catalog = new ScriptedCatalog(opened));
    journal = CommitJournal.open(journalDirectory, lake.project);
  }

  @AfterEach
  void close() {
    journal.close();
    lake.close();
  }

  @Test
  void savesBeforeItSendsAndForgetsWhenPublished() throws PublishException {
    FrozenCommit commit = lake.fiveOrdersAndLabels().freeze();
    List<Path> whenSent = new ArrayList<>();
    List<String> textWhenSent = new ArrayList<>();
    catalog.next(
        (engine, request) -> {
          whenSent.addAll(entries());
          textWhenSent.addAll(entries().stream().map(CommitJournalTest::read).toList());
          return engine.publish(request);
        });

    BranchHead head = journal.publish(commit);

    assertThat(whenSent).containsExactly(entryOf(commit));
    assertThat(textWhenSent).containsExactly(commit.save().toJson());
    assertThat(entries()).isEmpty();
    assertThat(head).isEqualTo(lake.main());
    assertThat(count(head, "orders")).isEqualTo(15);
    assertThat(journal.recoverAll()).isEmpty();
  }

  @Test
  void forgetsWhenTheBranchMoved() throws PublishException {
    Commit loser = moreOrders();
    journal.publish(moreOrders());

    assertThatThrownBy(() -> journal.publish(loser)).isInstanceOf(BranchMovedException.class);
    assertThat(entries()).isEmpty();
  }

  @Test
  void forgetsAConflict() {
    Commit taken = lake.main().commit().createTable("orders", lake.labels());

    assertThatThrownBy(() -> journal.publish(taken)).isInstanceOf(CommitConflictException.class);
    assertThat(entries()).isEmpty();
  }

  @Test
  void forgetsAFirstPublishThatFailed() {
    catalog.next(Step.unreachable());
    Commit commit = moreOrders();

    assertThatThrownBy(() -> journal.publish(commit)).isInstanceOf(UnavailableException.class);
    assertThat(entries()).isEmpty();
    assertThat(journal.recoverAll()).isEmpty();
    assertThat(count(lake.main(), "orders")).isEqualTo(10);
  }

  @Test
  void keepsAnUnknownCommitThatLandedAndSettlesIt() throws PublishException {
    catalog.next(Step.answerLost());
    FrozenCommit commit = lake.fiveOrdersAndLabels().freeze();

    assertThatThrownBy(() -> journal.publish(commit))
        .isInstanceOfSatisfying(
            OutcomeUnknownException.class,
            unknown -> assertThat(unknown.commit()).isEqualTo(commit));
    assertThat(entries()).containsExactly(entryOf(commit));
    assertThat(read(entryOf(commit))).isEqualTo(commit.save().toJson());
    BranchHead landed = lake.main();
    assertThat(journal.recoverAll())
        .singleElement()
        .isInstanceOfSatisfying(
            JournalRecovery.Settled.class,
            settled -> {
              assertThat(settled.commit()).isEqualTo(commit);
              assertThat(settled.entry()).isEqualTo(entryOf(commit));
              assertThat(settled.result()).isEqualTo(new PublishResult.Published(landed, true));
            });
    assertLandedOnce(1, 15);
  }

  @Test
  void keepsAnUnknownCommitThatDidNotLandAndPublishesIt() throws PublishException {
    catalog.next(Step.requestLost());
    FrozenCommit commit = lake.fiveOrdersAndLabels().freeze();

    assertThatThrownBy(() -> journal.publish(commit)).isInstanceOf(OutcomeUnknownException.class);
    assertThat(entries()).containsExactly(entryOf(commit));
    assertThat(count(lake.main(), "orders")).isEqualTo(10);
    assertThat(journal.recoverAll())
        .singleElement()
        .isInstanceOfSatisfying(
            JournalRecovery.Settled.class,
            settled ->
                assertThat(settled.result())
                    .isInstanceOfSatisfying(
                        PublishResult.Published.class,
                        published -> assertThat(published.replayed()).isFalse()));
    assertLandedOnce(1, 15);
  }

  @Test
  void anUnreachableCatalogLeavesAResumedCommitUnknown() throws PublishException {
    FrozenCommit landed = unknown(Step.answerLost());
    catalog.next(Step.unreachable());

    assertThat(journal.recoverAll())
        .singleElement()
        .isInstanceOfSatisfying(
            JournalRecovery.StillUnknown.class,
            still -> {
              assertThat(still.entry()).isEqualTo(entryOf(landed));
              assertThat(still.commit()).isEqualTo(landed);
              assertThat(still.failure()).hasStackTraceContaining("Connection refused");
            });
    assertThat(entries()).containsExactly(entryOf(landed));
    assertThat(settledByOperation()).containsOnlyKeys(landed.operationId());
    assertLandedOnce(1, 11);
  }

  @Test
  void aFailedRepetitionLeavesAnUnknownCommitUnknown() throws PublishException {
    FrozenCommit landed = unknown(Step.answerLost());
    catalog.next(Step.unreachable());

    assertThatThrownBy(() -> journal.publish(landed))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasStackTraceContaining("Connection refused");
    assertThat(entries()).containsExactly(entryOf(landed));
    assertThat(journal.publish(landed)).isEqualTo(lake.main());
    assertLandedOnce(1, 11);
  }

  @Test
  void reportsEachKindOfOutcome() throws PublishException {
    BranchHead h0 = lake.main();
    FrozenCommit abandoned = unknown(Step.requestLost(), add(h0, 1).freeze());
    assertThat(abandoned.abandon()).isEmpty();
    FrozenCommit overtaken = unknown(Step.requestLost(), add(h0, 1).freeze());
    FrozenCommit landed = unknown(Step.answerLost(), add(h0, 1).freeze());
    BranchHead h1 = lake.main();
    FrozenCommit conflicting =
        unknown(Step.requestLost(), h1.commit().createTable("orders", lake.labels()).freeze());
    setSavedAt(conflicting, "2026-01-01T00:00:00Z");
    FrozenCommit open = unknown(Step.requestLost(), add(h1, 1).freeze());

    Map<OperationId, PublishResult> settled = settledByOperation();

    assertThat(settled)
        .containsOnlyKeys(
            abandoned.operationId(),
            overtaken.operationId(),
            landed.operationId(),
            conflicting.operationId(),
            open.operationId());
    assertThat(settled.get(abandoned.operationId()))
        .isInstanceOfSatisfying(
            PublishResult.Failed.class,
            failed -> assertThat(failed.error()).isInstanceOf(OperationAbandonedException.class));
    assertThat(settled.get(overtaken.operationId()))
        .isInstanceOfSatisfying(
            PublishResult.BranchMoved.class,
            moved -> assertThat(moved.expectedHead()).isEqualTo(h0.commitId()));
    assertThat(settled.get(landed.operationId())).isEqualTo(new PublishResult.Published(h1, true));
    assertThat(settled.get(conflicting.operationId()))
        .isInstanceOfSatisfying(
            PublishResult.Conflicted.class,
            conflicted -> assertThat(conflicted.conflicts()).hasSize(1));
    assertThat(settled.get(open.operationId()))
        .isEqualTo(new PublishResult.Published(lake.main(), false));
    assertThat(entries()).isEmpty();
    assertLandedOnce(2, 12);
  }

  @Test
  void settlesTheOldestFirst() {
    FrozenCommit first = unknown(Step.requestLost());
    FrozenCommit second = unknown(Step.requestLost());
    setSavedAt(first, "2026-01-02T00:00:00Z");
    setSavedAt(second, "2026-01-01T00:00:00Z");

    assertThat(journal.recoverAll())
        .extracting(JournalRecovery::entry)
        .containsExactly(entryOf(second), entryOf(first));
  }

  @Test
  void aBrokenEntryHindersNoOtherAndStaysAsItIs() throws PublishException, IOException {
    FrozenCommit good = unknown(Step.answerLost());
    String text = good.save().toJson();
    FrozenCommit foreign = commitOfAnotherProject();
    Map<Path, String> broken =
        Map.of(
            entryOf(OperationId.random()),
            text,
            entryOf(OperationId.random()),
            text.substring(0, text.length() / 2),
            entryOf(OperationId.random()),
            "",
            journalDirectory.resolve("by-hand.commit.json"),
            text,
            entryOf(foreign.operationId()),
            foreign.save().toJson());
    for (Map.Entry<Path, String> entry : broken.entrySet()) {
      Files.writeString(entry.getKey(), entry.getValue());
    }
    Files.writeString(journalDirectory.resolve("notes.txt"), "not an entry");

    List<JournalRecovery> report = journal.recoverAll();

    assertThat(report)
        .filteredOn(JournalRecovery.Unreadable.class::isInstance)
        .extracting(JournalRecovery::entry)
        .containsExactlyInAnyOrderElementsOf(broken.keySet());
    assertThat(report)
        .filteredOn(JournalRecovery.Settled.class::isInstance)
        .extracting(JournalRecovery::entry)
        .containsExactly(entryOf(good));
    assertThat(report).hasSize(broken.size() + 1);
    assertThat(entries()).containsExactlyInAnyOrderElementsOf(broken.keySet());
    broken.forEach((entry, bytes) -> assertThat(read(entry)).isEqualTo(bytes));
    journal.publish(moreOrders());
    assertLandedOnce(2, 12);
  }

  @Test
  void anEntryThatAnotherThreadPublishesIsInUse() {
    CountDownLatch sent = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    catalog.next(
        (engine, request) -> {
          sent.countDown();
          waitFor(release);
          return engine.publish(request);
        });
    FrozenCommit commit = moreOrders().freeze();
    CompletableFuture<PublishResult> publishing =
        CompletableFuture.supplyAsync(() -> journal.tryPublish(commit));
    waitFor(sent);

    try {
      assertThat(journal.recoverAll()).containsExactly(new JournalRecovery.InUse(entryOf(commit)));
    } finally {
      release.countDown();
    }

    assertThat(publishing)
        .succeedsWithin(Duration.ofSeconds(30))
        .isEqualTo(new PublishResult.Published(lake.main(), false));
    assertThat(journal.recoverAll()).isEmpty();
  }

  @Test
  void anEntryThatAnotherProcessHoldsIsInUseUntilTheProcessDies() throws PublishException {
    FrozenCommit commit = unknown(Step.answerLost());
    try (ChildJvm holder =
        ChildJvm.start(
            LockHolder.class, directory, journalDirectory, commit.operationId().value())) {
      holder.await("held");

      assertThat(journal.recoverAll()).containsExactly(new JournalRecovery.InUse(entryOf(commit)));
      assertThat(entries()).containsExactly(entryOf(commit));
    }
    assertThat(settledByOperation()).containsOnlyKeys(commit.operationId());
    assertLandedOnce(1, 11);
  }

  /**
   * Two clients cannot share a directory, so that the processes take turns; the journal is open to
   * both.
   */
  @Test
  void twoProcessesPublishAndRecoverOnOneJournal() throws PublishException {
    int each = 6;
    lake.close();
    try (ChildJvm first = ingester(each);
        ChildJvm second = ingester(each)) {
      first.requireSuccess();
      second.requireSuccess();
    }

    lake = TestLake.reopen(directory.resolve("lake"));
    journal.close();
    journal = CommitJournal.open(journalDirectory, lake.project);
    assertThat(journal.recoverAll())
        .as("what the last process left unknown")
        .allSatisfy(entry -> assertThat(entry).isInstanceOf(JournalRecovery.Settled.class));
    assertLandedOnce(2 * each, 10 + 2 * each);
  }

  @Test
  void aCommitThatCannotBeSavedIsNotSentAndNeverRecovered() throws IOException {
    FrozenCommit commit = moreOrders().freeze();
    // A directory in the place of the entry's temporary file; root is stopped by it too.
    Files.createDirectory(journalDirectory.resolve(commit.operationId() + ".tmp"));
    catalog.next(
        (engine, request) -> {
          throw new AssertionError("nothing may be sent");
        });

    assertThatThrownBy(() -> journal.publish(commit))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("nothing was sent");
    assertThat(journal.recoverAll()).isEmpty();
  }

  @Test
  void doesNotWriteOverAnotherRequestOfTheSameOperation() throws PublishException {
    FrozenCommit landed = unknown(Step.answerLost());
    Commit redone = add(lake.main(), 2).operationId(landed.operationId());

    assertThatThrownBy(() -> journal.publish(redone))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("recoverAll()");
    assertThat(read(entryOf(landed))).isEqualTo(landed.save().toJson());
    assertThat(settledByOperation()).containsOnlyKeys(landed.operationId());
    assertLandedOnce(1, 11);
  }

  @Test
  void takesNoCommitOfAnotherProject() {
    FrozenCommit commit = commitOfAnotherProject();

    assertThatThrownBy(() -> journal.tryPublish(commit))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("project demo");
    assertThat(entries()).isEmpty();
  }

  /** Takes the lock of one entry and keeps it. */
  static final class LockHolder {
    public static void main(String[] args) throws Exception {
      KeyedFileLocks.open(Path.of(args[0]), "journal.lock").acquire(UUID.fromString(args[1]));
      System.out.println("held");
      new CountDownLatch(1).await();
    }
  }

  /**
   * Publishes a row at a time through the journal, each time with a new client; loses each third
   * answer.
   */
  static final class Ingester {
    public static void main(String[] args) throws Exception {
      for (int i = 0; i < Integer.parseInt(args[2]); i++) {
        boolean loseAnswer = i % 3 == 2;
        try (LandfallClient client = whenFree(Path.of(args[0]), loseAnswer)) {
          Project project = client.project("demo");
          try (CommitJournal journal = CommitJournal.open(Path.of(args[1]), project)) {
            journal.recoverAll();
            journal.tryPublish(add(project.branch("main"), 1).freeze());
          }
        }
      }
    }

    private static LandfallClient whenFree(Path lake, boolean loseAnswer) {
      return TestLake.openWhenFree(lake, opened -> loseAnswer ? new LosesAnswers(opened) : opened);
    }
  }

  /** Loses the answer of what is not yet in the history, so that a repetition settles it. */
  private static final class LosesAnswers extends ForwardingCatalog {
    LosesAnswers(Catalog delegate) {
      super(delegate);
    }

    @Override
    public PublishAnswer publish(PublishRequest request) {
      var answer = super.publish(request);
      if (answer instanceof PublishAnswer.Published published && !published.replayed()) {
        throw UnavailableException.maybeSent("The answer was dropped", null);
      }
      return answer;
    }
  }

  private ChildJvm ingester(int commits) {
    return ChildJvm.start(
        Ingester.class, directory, directory.resolve("lake"), journalDirectory, commits);
  }

  /** Leaves a commit in the journal whose outcome is unknown. */
  private FrozenCommit unknown(Step step) {
    return unknown(step, moreOrders().freeze());
  }

  private FrozenCommit unknown(Step step, FrozenCommit commit) {
    catalog.next(step);
    assertThat(journal.tryPublish(commit)).isInstanceOf(PublishResult.Unknown.class);
    return commit;
  }

  private Commit moreOrders() {
    return add(lake.main(), 1);
  }

  private static Commit add(BranchHead head, int count) {
    return head.commit()
        .updateTable(head.table("orders").append(Rows.of(orders(100, 100 + count))));
  }

  private FrozenCommit commitOfAnotherProject() {
    Project other = lake.client.createProject("other");
    Table labels = other.writeTable(Rows.of(TestLake.labels(3)));
    return other.branch("main").commit().createTable("labels", labels).freeze();
  }

  private Map<OperationId, PublishResult> settledByOperation() {
    return journal.recoverAll().stream()
        .map(JournalRecovery.Settled.class::cast)
        .collect(
            Collectors.toMap(
                settled -> settled.commit().operationId(), JournalRecovery.Settled::result));
  }

  private void assertLandedOnce(int commits, int orders) {
    BranchHead head = lake.main();
    // The project's first commit and the one that made the table lie below.
    assertThat(lake.project.log(head)).hasSize(2 + commits);
    assertThat(count(head, "orders")).isEqualTo(orders);
  }

  private Path entryOf(FrozenCommit commit) {
    return entryOf(commit.operationId());
  }

  private Path entryOf(OperationId operation) {
    return journalDirectory.resolve(operation + ".commit.json");
  }

  private void setSavedAt(FrozenCommit commit, String time) {
    try {
      Files.setLastModifiedTime(entryOf(commit), FileTime.from(Instant.parse(time)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> entries() {
    try (Stream<Path> files = Files.list(journalDirectory)) {
      return files.filter(file -> file.toString().endsWith(".commit.json")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
