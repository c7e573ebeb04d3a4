package dev.landfall.examples.quickstart;

import dev.landfall.Project;
import dev.landfall.Snapshot;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import java.util.Optional;
import java.util.stream.Stream;

/** What the history of the project says about the months. */
final class History {

  private History() {}

  /** A commit that took a month in. */
  record MonthCommit(String month, CommitId id) {

    private static Optional<MonthCommit> of(CommitInfo commit) {
      return Optional.ofNullable(commit.properties().get(MonthStage.MONTH))
          .map(month -> new MonthCommit(month, commit.id()));
    }
  }

  /** Lists the months that are in at a snapshot, the newest first. */
  static Stream<MonthCommit> months(Project project, Snapshot at) {
    return project.log(at).map(MonthCommit::of).flatMap(Optional::stream);
  }

  /** Shortens a commit id for the screen. */
  static String brief(CommitId id) {
    String text = id.toString();
    return text.substring(0, Math.min(10, text.length()));
  }
}
