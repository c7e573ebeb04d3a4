package dev.landfall.testkit.simulation;

import static java.util.stream.Collectors.joining;

import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.Comparison;
import dev.landfall.model.OperationId;
import dev.landfall.model.TableName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A history as text, a line for each thing that happened. Ids that the SDK draws at random are
 * named in the order in which they come up (c1 is a commit, b1 a branch, o1 an operation, v1 a
 * table version), so that the same history has the same text. Nothing is put into words before
 * somebody wants to read it.
 */
final class Transcript {

  private final List<Supplier<String>> lines = new ArrayList<>();
  private final Map<Object, String> names = new HashMap<>();
  private final Map<Character, Integer> counts = new TreeMap<>();

  void request(long now, CommitContent content) {
    line(now, () -> words(content));
  }

  void event(long now, String what) {
    line(now, () -> "*** " + what);
  }

  void begin(long now, RecordedCall call) {
    line(now, () -> words(call));
  }

  void end(long now, RecordedCall call) {
    line(now, () -> words(call) + " -> " + words(call.answer()));
  }

  void finish(long now, FinalState end) {
    line(
        now,
        () -> {
          Map<String, String> branches = new TreeMap<>();
          end.branches().forEach((name, head) -> branches.put(name.value(), words(head)));
          return "in the end " + branches;
        });
  }

  @Override
  public String toString() {
    return lines.stream().map(line -> line.get() + "\n").collect(joining());
  }

  private void line(long now, Supplier<String> words) {
    lines.add(() -> String.format(Locale.ROOT, "%9.3f ms  ", now / 1e6) + words.get());
  }

  private String words(CommitContent content) {
    return name('o', content.operationId())
        + " is "
        + (content.comparison() == Comparison.TABLES ? "a release" : "a commit")
        + " for "
        + content.branch()
        + " "
        + name('b', content.branchId())
        + " on "
        + commit(content.expectedHead())
        + ": "
        + content.changes().stream().map(this::words).collect(joining(", "));
  }

  private String words(RecordedCall call) {
    return "#" + call.number() + " " + call.caller() + " " + words(call.call());
  }

  private String words(Call call) {
    if (call instanceof Call.Publish publish) {
      return "publishes " + operation(publish.operation());
    } else if (call instanceof Call.Recover recover) {
      return "recovers " + operation(recover.operation());
    } else if (call instanceof Call.Abandon abandon) {
      return "abandons " + operation(abandon.operation());
    } else if (call instanceof Call.CreateBranch create) {
      return "creates branch " + create.branch() + " at " + commit(create.from());
    } else if (call instanceof Call.DeleteBranch delete) {
      return "deletes branch " + delete.branch() + " at " + commit(delete.expectedHead());
    } else if (call instanceof Call.ReadHead read) {
      return "pins " + read.branch();
    }
    return "reads the tables of " + commit(((Call.ReadTables) call).commit());
  }

  private String words(Answer answer) {
    if (answer instanceof Answer.Landed landed) {
      return "landed as " + commit(landed.commit());
    } else if (answer instanceof Answer.BranchMoved moved) {
      return "branch moved to " + (moved.actual() == null ? "nothing" : commit(moved.actual()));
    } else if (answer instanceof Answer.Head head) {
      return name('b', head.branchId()) + " at " + commit(head.commit());
    } else if (answer instanceof Answer.Failed failed) {
      return "failed: " + failed.reason();
    } else if (answer instanceof Answer.Tables tables) {
      Map<String, String> versions = new TreeMap<>();
      tables.tables().forEach((table, seen) -> versions.put(table.qualified(), words(seen)));
      return versions.toString();
    }
    return answer.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  private String words(SeenTable seen) {
    return name('v', seen.metadataLocation()) + (seen.writer() == null ? " unreadable" : "");
  }

  private String words(Change change) {
    TableName table = change.table();
    if (change instanceof Change.Update update) {
      return table
          + " "
          + name('v', update.baseLocation())
          + " to "
          + name('v', update.metadataLocation());
    } else if (change instanceof Change.Create create) {
      return table + " new " + name('v', create.metadataLocation());
    } else if (change instanceof Change.Drop) {
      return table + " dropped";
    } else if (change instanceof Change.Rename rename) {
      return table + " renamed " + rename.newName();
    }
    return table + " still " + name('v', ((Change.AssertUnchanged) change).metadataLocation());
  }

  private String commit(CommitId id) {
    return name('c', id);
  }

  private String operation(OperationId id) {
    return name('o', id);
  }

  private String name(char kind, Object id) {
    return names.computeIfAbsent(id, i -> kind + "" + counts.merge(kind, 1, Integer::sum));
  }
}
