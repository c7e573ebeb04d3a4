package dev.landfall.examples.quickstart;

import dev.landfall.BranchHead;
import dev.landfall.BranchMovedException;
import dev.landfall.Commit;
import dev.landfall.OutcomeUnknownException;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.Snapshot;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Takes in the months that are not in yet, each by one commit. */
final class Ingest {

  private static final int ATTEMPTS = 5;

  private final Project project;
  private final MonthStage stage;
  private final SecondWriter secondWriter;
  private final Screen screen;

  Ingest(Project project, Screen screen) {
    this.project = project;
    this.screen = screen;
    this.stage = new MonthStage(project);
    this.secondWriter = new SecondWriter(project);
  }

  /** Takes in at most so many months, from the first that is not in. */
  void run(int atMost) throws PublishException {
    List<YearMonth> missing = missing();
    if (missing.isEmpty()) {
      screen.say("All months are in already; none is taken in again.");
      return;
    }
    if (missing.size() < FlightData.MONTHS.size()) {
      screen.say("An earlier run ended before %s; this one goes on from there.", missing.get(0));
    }
    for (YearMonth month : missing.subList(0, Math.min(atMost, missing.size()))) {
      take(month);
    }
  }

  /**
   * Reads from the history itself how far earlier runs came: a commit that landed says its month.
   */
  private List<YearMonth> missing() {
    Optional<YearMonth> last = lastMonth(project, project.branch(Quickstart.BRANCH));
    return FlightData.MONTHS.stream()
        .filter(month -> last.isEmpty() || month.isAfter(last.get()))
        .toList();
  }

  static Optional<YearMonth> lastMonth(Project project, Snapshot at) {
    try (Stream<String> months = History.months(project, at).map(History.MonthCommit::month)) {
      return months.findFirst().map(YearMonth::parse);
    }
  }

  private void take(YearMonth month) throws PublishException {
    List<Flight> flights = FlightData.flights(month);
    for (int attempt = 1; ; attempt++) {
      Stopwatch stopwatch = new Stopwatch();
      Commit commit = stage.on(project.branch(Quickstart.BRANCH), month, flights);
      long written = stopwatch.lapMillis();
      if (secondWriter.interfere(month)) {
        screen.say("%s  meanwhile a second writer publishes a remark on the same branch", month);
        stopwatch.lapMillis();
      }
      try {
        BranchHead head = publish(commit);
        screen.say(
            "%s  %,d flights in: 3 tables, one commit %s  (written in %,d ms, published in %,d ms)",
            month, flights.size(), History.brief(head.commitId()), written, stopwatch.lapMillis());
        return;
      } catch (BranchMovedException e) {
        screen.say("%s  refused: the branch moved, so nothing of this month was published", month);
        if (attempt == ATTEMPTS) {
          throw e;
        }
        screen.say("%s  redone on the new head:", month);
      }
    }
  }

  /** Publishes; should the answer get lost, looks the operation up before doing anything else. */
  private static BranchHead publish(Commit commit) throws PublishException {
    try {
      return commit.publish();
    } catch (OutcomeUnknownException e) {
      return e.commit().recoverOrPublish();
    }
  }
}
