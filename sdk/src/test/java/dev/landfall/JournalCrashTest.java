package dev.landfall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.Change;
import dev.landfall.model.CommitInfo;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An ingest job through a journal is killed with {@code kill -9} at random moments, again and
 * again: every batch lands exactly once and in order. The job knows nothing but its tables and its
 * journal.
 *
 * <p>{@code -Dlandfall.crash.rounds} says how many kills, {@code -Dlandfall.crash.seed} repeats the
 * moments of a run as far as a clock can.
 */
class JournalCrashTest {

  private static final int ROUNDS = Integer.getInteger("landfall.crash.rounds", 200);

  /** Kills of one lake; a table keeps its history, and this test is not about long ones. */
  private static final int ROUNDS_OF_A_LAKE = 50;

  private static final int ROWS_OF_A_BATCH = 3;

  /** What the job says, and how long after it is killed at most, in nanoseconds. */
  private static final List<String> MOMENTS =
      List.of("started", "opened", "saved", "sent", "landed");

  private static final int OPENING = 400_000_000;
  private static final int SENDING = 15_000_000;

  record Event(long batch, int row) {}

  record Progress(long batch, long rows) {}

  /** Batches of the run that only loads classes. */
  private static final long BATCHES_TO_LOAD_CLASSES = 3;

  @TempDir Path directory;
  private ClassArchive classes;
  private int recovered;

  @Test
  void everyBatchLandsOnceAndInOrder() throws Exception {
    long seed = Long.getLong("landfall.crash.seed", System.nanoTime());
    System.out.println(ROUNDS + " kills, -Dlandfall.crash.seed=" + seed);
    Random random = new Random(seed);
    classes = archiveClasses();
    long batches = 0;
    for (int done = 0; done < ROUNDS; done += ROUNDS_OF_A_LAKE) {
      Path home = Files.createDirectory(directory.resolve("from-round-" + done));
      batches += crash(home, Math.min(ROUNDS_OF_A_LAKE, ROUNDS - done), random);
    }
    System.out.println(
        batches + " batches landed once, " + recovered + " of them settled by a recovery");
    if (ROUNDS >= ROUNDS_OF_A_LAKE) {
      assertThat(recovered).as("kills that hit a publish").isPositive();
    }
  }

  private ClassArchive archiveClasses() throws Exception {
    ClassArchive archive = ClassArchive.in(directory);
    Path home = Files.createDirectory(directory.resolve("classes"));
    createTables(home.resolve("lake"));
    try (ChildJvm job =
        ChildJvm.start(archive.writing(), IngestJob.class, home, home, BATCHES_TO_LOAD_CLASSES)) {
      job.requireSuccess();
    }
    assertThat(archive.isWritten()).isTrue();
    return archive;
  }

  /** Returns how many batches landed. */
  private long crash(Path home, int rounds, Random random) throws Exception {
    Path lake = home.resolve("lake");
    createTables(lake);
    long landed = 0;
    for (int round = 0; round < rounds; round++) {
      Killed killed = runAndKill(home, random);
      long known = Math.max(landed, killed.lastBatch());
      landed = lastBatch(lake);
      assertThat(landed)
          .as("the last batch after round %s, before any recovery", round)
          .isBetween(known, known + 1);
      if (killed.whileSending() && landed == known) {
        assertThat(entries(home)).as("what round %s left in the journal", round).hasSize(1);
      }
    }
    return verify(home);
  }

  private static void createTables(Path lake) throws PublishException {
    try (LandfallClient client = LandfallClient.open(lake)) {
      Project project = client.createProject("demo");
      project
          .branch("main")
          .commit()
          .createTable("events", project.writeTable(Rows.of(eventsOf(0))))
          .createTable("progress", project.writeTable(Rows.of(List.of(new Progress(0, 0)))))
          .publish();
    }
  }

  /**
   * What the killed job had said.
   *
   * @param lastBatch that it found or landed
   * @param whileSending whether it had begun to send the next one
   */
  private record Killed(long lastBatch, boolean whileSending) {}

  private Killed runAndKill(Path home, Random random) {
    String moment = MOMENTS.get(random.nextInt(MOMENTS.size()));
    Duration later = Duration.ofNanos(random.nextInt(moment.equals("started") ? OPENING : SENDING));
    try (ChildJvm job = ChildJvm.start(classes.reading(), IngestJob.class, home, home)) {
      job.await(moment);
      job.letRun(later);
      job.kill();
      return whatItSaid(job.allLines());
    }
  }

  private Killed whatItSaid(List<String> lines) {
    assertThat(lines).noneMatch(line -> line.contains("Exception"));
    long lastBatch = 0;
    boolean working = false;
    boolean sending = false;
    for (String line : lines) {
      if (line.startsWith("recovered ")) {
        assertThat(line).startsWith("recovered Settled");
        recovered++;
      } else if (line.matches("(found|landed) \\d+")) {
        lastBatch = Long.parseLong(line.substring(line.indexOf(' ') + 1));
        working = true;
        sending = false;
      } else if (line.equals("saved")) {
        sending = working;
      }
    }
    return new Killed(lastBatch, sending);
  }

  private static List<Path> entries(Path home) throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("journal"))) {
      return files.filter(file -> file.toString().endsWith(".commit.json")).toList();
    }
  }

  private static long lastBatch(Path lake) {
    try (LandfallClient client = LandfallClient.open(lake)) {
      return progress(client.project("demo").branch("main")).batch();
    }
  }

  /** Recovers, and reads all that landed. */
  private long verify(Path home) throws IOException {
    try (LandfallClient client = LandfallClient.open(home.resolve("lake"))) {
      Project project = client.project("demo");
      try (CommitJournal journal = CommitJournal.open(home.resolve("journal"), project)) {
        for (JournalRecovery recovery : journal.recoverAll()) {
          assertThat(recovery).isInstanceOf(JournalRecovery.Settled.class);
          recovered++;
        }
        assertThat(journal.recoverAll()).isEmpty();
      }
      BranchHead head = project.branch("main");
      Progress last = progress(head);
      List<CommitInfo> commits = batchCommits(project, head);
      assertThat(commits)
          .extracting(commit -> commit.message().orElse("none"))
          .containsExactlyElementsOf(
              LongStream.rangeClosed(1, last.batch()).mapToObj(n -> "batch " + n).toList());
      assertThat(rowsByBatch(head)).isEqualTo(expectedRowsByBatch(last.batch()));
      assertThat(last.rows()).isEqualTo(last.batch() * ROWS_OF_A_BATCH);
      for (int i = 0; i < commits.size(); i++) {
        assertFilesOf(commits.get(i));
        assertThat(progress(project.snapshotAt(commits.get(i).id())).batch()).isEqualTo(i + 1);
      }
      return last.batch();
    }
  }

  /**
   * The commits of batches, the oldest first; below them lie the project's first one and the
   * tables'.
   */
  private static List<CommitInfo> batchCommits(Project project, BranchHead head) {
    try (Stream<CommitInfo> log = project.log(head)) {
      List<CommitInfo> newestFirst = new ArrayList<>(log.toList());
      Collections.reverse(newestFirst);
      return newestFirst.subList(2, newestFirst.size());
    }
  }

  private static void assertFilesOf(CommitInfo commit) {
    assertThat(commit.changes())
        .hasSize(2)
        .allSatisfy(
            change ->
                assertThat(TestLake.file(((Change.Update) change).metadataLocation())).exists());
  }

  private static Map<Long, Long> rowsByBatch(Snapshot snapshot) {
    try (Stream<Event> events = snapshot.table("events").rows(Event.class)) {
      return events.collect(Collectors.groupingBy(Event::batch, Collectors.counting()));
    }
  }

  private static Map<Long, Long> expectedRowsByBatch(long last) {
    return LongStream.rangeClosed(0, last)
        .boxed()
        .collect(Collectors.toMap(Function.identity(), batch -> (long) ROWS_OF_A_BATCH));
  }

  private static Progress progress(Snapshot snapshot) {
    try (Stream<Progress> rows = snapshot.table("progress").rows(Progress.class)) {
      List<Progress> all = rows.toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }

  private static List<Event> eventsOf(long batch) {
    return IntStream.range(0, ROWS_OF_A_BATCH).mapToObj(row -> new Event(batch, row)).toList();
  }

  /**
   * Recovers, asks the tables which batch is next, and ingests until it is killed, or to the end.
   */
  static final class IngestJob {
    public static void main(String[] args) throws Exception {
      say("started");
      Path home = Path.of(args[0]);
      long lastBatch = args.length > 1 ? Long.parseLong(args[1]) : Long.MAX_VALUE;
      try (LandfallClient client = TestLake.open(home.resolve("lake"), SayingCatalog::new)) {
        say("opened");
        Project project = client.project("demo");
        try (CommitJournal journal = CommitJournal.open(home.resolve("journal"), project)) {
          journal.recoverAll().forEach(IngestJob::say);
          BranchHead head = project.branch("main");
          long batch = progress(head).batch();
          say("found " + batch);
          while (batch < lastBatch) {
            batch++;
            head = ingest(journal, head, batch);
            say("landed " + batch);
          }
        }
      }
    }

    private static BranchHead ingest(CommitJournal journal, BranchHead head, long batch)
        throws PublishException {
      Progress progress = new Progress(batch, batch * ROWS_OF_A_BATCH);
      return journal.publish(
          head.commit()
              .message("batch " + batch)
              .updateTable(head.table("events").append(Rows.of(eventsOf(batch))))
              .updateTable(head.table("progress").overwrite(Rows.of(List.of(progress)))));
    }

    /** Settled ones in a word, since a kill may tear a long line. */
    private static void say(JournalRecovery recovery) {
      say("recovered " + (recovery instanceof JournalRecovery.Settled ? "Settled" : recovery));
    }

    private static void say(String line) {
      System.out.println(line);
    }
  }

  /** Says when a request is on its way, so that it can be hit there. */
  private static final class SayingCatalog extends ForwardingCatalog {
    SayingCatalog(Catalog delegate) {
      super(delegate);
    }

    @Override
    public PublishAnswer publish(PublishRequest request) {
      IngestJob.say("saved");
      PublishAnswer answer = super.publish(request);
      IngestJob.say("sent");
      return answer;
    }
  }
}
