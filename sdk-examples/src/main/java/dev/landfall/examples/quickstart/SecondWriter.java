package dev.landfall.examples.quickstart;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.Table;
import dev.landfall.rows.Rows;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;

/**
 * Somebody else on the same branch: publishes a remark while the ingest of a month is under way.
 */
final class SecondWriter {

  private static final YearMonth BUSY = YearMonth.of(2001, 3);

  private final Project project;
  private boolean done;

  SecondWriter(Project project) {
    this.project = project;
  }

  /** Publishes a remark in the month of choice, once; returns whether it did so now. */
  boolean interfere(YearMonth month) throws PublishException {
    if (done || !month.equals(BUSY)) {
      return false;
    }
    BranchHead head = project.branch(Quickstart.BRANCH);
    Commit commit = head.commit().message("A remark on " + month);
    Rows remark = Rows.of(List.of(new Remark(month.atEndOfMonth(), "Clocks go forward in April")));
    Optional<Table> remarks = head.findTable("remarks");
    if (remarks.isPresent()) {
      commit.updateTable(remarks.get().append(remark));
    } else {
      commit.createTable("remarks", project.writeTable(remark));
    }
    commit.publish();
    done = true;
    return true;
  }
}
