package dev.landfall.examples.recovery;

import dev.landfall.BranchHead;
import dev.landfall.BranchMovedException;
import dev.landfall.Commit;
import dev.landfall.CommitConflictException;
import dev.landfall.CommitJournal;
import dev.landfall.JournalRecovery;
import dev.landfall.LandfallClient;
import dev.landfall.OutcomeUnknownException;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.Table;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.rows.Rows;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Stream;

/**
 * An ingest job that may die at any moment, and neither loses a batch nor takes one twice. Run it
 * several times: each run takes three batches. With the argument {@code crash} it dies just after a
 * batch has landed, before it knows; the next run settles that.
 *
 * <p>How far it has come is a table, published in one commit with the rows: the two cannot disagree.
 */
public final class JournaledIngest {

  private static final int BATCHES_OF_A_RUN = 3;

  record Reading(long batch, int sensor, double celsius) {}

  record Progress(long batch) {}

  record Summary(long readings, double meanCelsius) {}

  private final Project project;

  private JournaledIngest(Project project) {
    this.project = project;
  }

  /** Runs the job. */
  public static void main(String[] args) throws PublishException {
    boolean crash = args.length > 0 && args[0].equals("crash");
    Path home = Path.of(System.getProperty("java.io.tmpdir"), "landfall-journaled-ingest");
    System.out.println("The job lives in " + home);
    try (LandfallClient client =
        LandfallClient.builder()
            .directory(home.resolve("lake"))
            .decorateCatalog(catalog -> crash ? dyingAfterABatch(catalog) : catalog)
            .build()) {
      JournaledIngest job = new JournaledIngest(client.createProjectIfAbsent("sensors"));
      job.run(home.resolve("journal"));
    }
  }

  private void run(Path journalDirectory) throws PublishException {
    // snippet: journal
    try (CommitJournal journal = CommitJournal.open(journalDirectory, project)) {
      for (JournalRecovery recovery : journal.recoverAll()) {
        requireSettled(recovery);
      }
      createTablesIfAbsent();
      BranchHead head = project.branch("main");
      for (int i = 0; i < BATCHES_OF_A_RUN; i++) {
        head = ingest(journal, head);
      }
    }
    // end snippet
    summarize();
  }

  /** Work on top of a batch that may still land would take it twice. */
  private static void requireSettled(JournalRecovery recovery) {
    if (!(recovery instanceof JournalRecovery.Settled settled)) {
      throw new IllegalStateException("Left by an earlier run, and not settled: " + recovery);
    }
    System.out.println("Left by an earlier run: " + settled.commit().message().orElse("a commit"));
    System.out.println("  settled: " + settled.result());
  }

  private BranchHead ingest(CommitJournal journal, BranchHead pinned)
      throws CommitConflictException, OutcomeUnknownException {
    BranchHead head = pinned;
    while (true) {
      long batch = lastBatch(head) + 1;
      Table readings = head.table("readings").append(Rows.of(fetch(batch)));
      Table progress = head.table("progress").overwrite(Rows.of(List.of(new Progress(batch))));
      Commit commit =
          head.commit().message("Batch " + batch).updateTable(readings).updateTable(progress);
      try {
        BranchHead published = journal.publish(commit);
        System.out.println("Batch " + batch + " landed as " + published.commitId());
        return published;
      } catch (BranchMovedException e) {
        System.out.println("Batch " + batch + ": " + e.getMessage());
        head = project.branch("main");
      }
    }
  }

  private void createTablesIfAbsent() throws PublishException {
    BranchHead main = project.branch("main");
    if (main.findTable("readings").isEmpty()) {
      main.commit()
          .message("The tables, empty")
          .createTable("readings", project.writeTable(Rows.of(Reading.class, List.of())))
          .createTable("progress", project.writeTable(Rows.of(Progress.class, List.of())))
          .createTable("summary", project.writeTable(Rows.of(Summary.class, List.of())))
          .publish();
    }
  }

  private void summarize() throws PublishException {
    // snippet: update
    BranchHead head =
        project.update(
            "main",
            // Runs again, on the new head, if somebody else publishes in between.
            main -> {
              Summary summary = summaryOf(main.table("readings"));
              return main.commit()
                  .message("Summary")
                  .updateTable(main.table("summary").overwrite(Rows.of(List.of(summary))));
            });
    // end snippet
    try (Stream<Summary> summary = head.table("summary").rows(Summary.class)) {
      summary.forEach(
          row ->
              System.out.printf(
                  "%d readings, two of each batch, of %.1f degrees on average%n",
                  row.readings(), row.meanCelsius()));
    }
  }

  private static Summary summaryOf(Table readings) {
    try (Stream<Reading> rows = readings.rows(Reading.class)) {
      DoubleSummaryStatistics celsius = rows.mapToDouble(Reading::celsius).summaryStatistics();
      return new Summary(celsius.getCount(), celsius.getAverage());
    }
  }

  private static long lastBatch(BranchHead head) {
    try (Stream<Progress> progress = head.table("progress").rows(Progress.class)) {
      return progress.mapToLong(Progress::batch).max().orElse(0);
    }
  }

  /** Stands for the source of the rows. */
  private static List<Reading> fetch(long batch) {
    return List.of(new Reading(batch, 1, 18 + batch % 7), new Reading(batch, 2, 21 - batch % 5));
  }

  private static Catalog dyingAfterABatch(Catalog catalog) {
    return new ForwardingCatalog(catalog) {
      private int publishes;

      @Override
      public synchronized PublishAnswer publish(PublishRequest request) {
        PublishAnswer answer = super.publish(request);
        publishes++;
        if (publishes == 2) {
          System.out.println("The process dies, as by kill -9");
          Runtime.getRuntime().halt(137);
        }
        return answer;
      }
    };
  }
}
