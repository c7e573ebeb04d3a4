package dev.landfall.examples.testing;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.CommitJournal;
import dev.landfall.JournalRecovery;
import dev.landfall.OutcomeUnknownException;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.Table;
import dev.landfall.model.CommitInfo;
import dev.landfall.rows.Rows;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Takes orders in, each batch once, whatever gets lost on the way and wherever it dies. */
public final class OrderIngest {

  private static final String BATCH = "batch";

  private final Project project;
  private final Path journalDirectory;

  /** Makes the job; the same directory in every run lets it go on where it died. */
  public OrderIngest(Project project, Path journalDirectory) {
    this.project = project;
    this.journalDirectory = journalDirectory;
  }

  /** Takes in the batches that are not in yet, each as one commit. */
  public void run(List<List<Order>> batches) throws PublishException {
    try (CommitJournal journal = CommitJournal.open(journalDirectory, project)) {
      for (JournalRecovery recovery : journal.recoverAll()) {
        requireSettled(recovery);
      }
      BranchHead head = project.branch("main");
      for (int next = batchesIn(head); next < batches.size(); next++) {
        head = land(journal, stage(head, batches.get(next), next));
      }
    }
  }

  private static void requireSettled(JournalRecovery recovery) {
    if (!(recovery instanceof JournalRecovery.Settled)) {
      throw new IllegalStateException("Left by an earlier run, and not settled: " + recovery);
    }
  }

  private int batchesIn(BranchHead head) {
    try (Stream<CommitInfo> log = project.log(head)) {
      return (int) log.filter(commit -> commit.properties().containsKey(BATCH)).count();
    }
  }

  private Commit stage(BranchHead head, List<Order> batch, int number) {
    Commit commit = head.commit().message("Orders").property(BATCH, Integer.toString(number));
    Optional<Table> orders = head.findTable("orders");
    return orders.isPresent()
        ? commit.updateTable(orders.get().append(Rows.of(batch)))
        : commit.createTable("orders", project.writeTable(Rows.of(batch)));
  }

  private static BranchHead land(CommitJournal journal, Commit commit) throws PublishException {
    try {
      return journal.publish(commit);
    } catch (OutcomeUnknownException e) {
      // The same request, which lands at most once.
      return journal.publish(e.commit());
    }
  }
}
