package dev.landfall.testkit.internal;

import dev.landfall.model.Change;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import java.util.List;
import java.util.stream.Collectors;

/** Commits in words, for messages that a person reads. */
public final class HistoryText {

  /** As many commits of a branch as a message shows. */
  public static final int SHOWN = 30;

  private static final int ID_DIGITS = 12;

  private HistoryText() {}

  /** Shortens a commit id to what is enough to tell it from others of a test. */
  public static String brief(CommitId id) {
    String digits = id.value();
    return digits.length() <= ID_DIGITS ? digits : digits.substring(0, ID_DIGITS);
  }

  /** Lists commits, one in a line, each line indented and ended. */
  public static String lines(List<CommitInfo> commits) {
    String shown =
        commits.stream()
            .limit(SHOWN)
            .map(commit -> "    " + line(commit) + "\n")
            .collect(Collectors.joining());
    return commits.size() <= SHOWN
        ? shown
        : shown + "    ... and " + (commits.size() - SHOWN) + " before them\n";
  }

  private static String line(CommitInfo commit) {
    return brief(commit.id())
        + commit.message().map(message -> " \"" + message + "\"").orElse("")
        + commit
            .operationId()
            .map(operation -> ", operation " + operation + ": " + changes(commit))
            .orElse(" (the empty first commit)");
  }

  private static String changes(CommitInfo commit) {
    return commit.changes().stream().map(HistoryText::change).collect(Collectors.joining(", "));
  }

  private static String change(Change change) {
    if (change instanceof Change.Update) {
      return "update " + change.table();
    }
    if (change instanceof Change.Create) {
      return "create " + change.table();
    }
    if (change instanceof Change.Drop) {
      return "drop " + change.table();
    }
    if (change instanceof Change.Rename rename) {
      return "rename " + rename.table() + " to " + rename.newName();
    }
    return "assert " + change.table() + " unchanged";
  }
}
