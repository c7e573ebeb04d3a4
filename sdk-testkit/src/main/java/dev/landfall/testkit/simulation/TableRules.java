package dev.landfall.testkit.simulation;

import dev.landfall.model.CommitId;
import dev.landfall.model.TableName;
import dev.landfall.testkit.simulation.HistoryChecker.Findings;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What readers may see of the tables of a commit: what the requests up to it bound, and no less.
 */
final class TableRules {

  private final History history;
  private final CommitTree tree;
  private final Findings findings;

  TableRules(History history, CommitTree tree, Findings findings) {
    this.history = history;
    this.tree = tree;
    this.findings = findings;
  }

  void check() {
    for (RecordedCall call : history.calls()) {
      if (call.call() instanceof Call.ReadTables read
          && call.answer() instanceof Answer.Tables seen
          && tree.has(read.commit())) {
        compare(read.commit(), seen.tables(), call);
      }
    }
    history.end().tables().forEach(this::compare);
  }

  private void compare(CommitId commit, Map<TableName, SeenTable> seen, RecordedCall... reader) {
    Map<TableName, SeenTable> wanted = new HashMap<>();
    tree.tables(commit)
        .forEach(
            (name, bound) ->
                wanted.put(name, new SeenTable(bound.metadataLocation(), bound.writer())));
    wanted.forEach((name, table) -> checkFile(commit, name, seen.get(name), reader));
    if (!locations(wanted).equals(locations(seen))) {
      findings.add(
          Rule.ALL_OR_NONE,
          "Commit "
              + commit
              + " was seen with "
              + locations(seen)
              + ", it binds "
              + locations(wanted),
          reader);
    }
    seen.forEach((name, table) -> checkWriter(commit, name, table, wanted.get(name), reader));
  }

  private void checkFile(
      CommitId commit, TableName name, @Nullable SeenTable seen, RecordedCall... reader) {
    if (seen != null && seen.writer() == null) {
      findings.add(
          Rule.NOTHING_LOST,
          "Table " + name + " of commit " + commit + " cannot be read: " + seen.metadataLocation(),
          reader);
    }
  }

  private void checkWriter(
      CommitId commit,
      TableName name,
      SeenTable seen,
      @Nullable SeenTable wanted,
      RecordedCall... reader) {
    if (wanted != null
        && seen.metadataLocation().equals(wanted.metadataLocation())
        && seen.writer() != null
        && !seen.writer().equals(wanted.writer())) {
      findings.add(
          Rule.ALL_OR_NONE,
          "Table " + name + " of commit " + commit + " was written by " + seen.writer(),
          reader);
    }
  }

  private static Map<TableName, String> locations(Map<TableName, SeenTable> tables) {
    Map<TableName, String> locations = new HashMap<>();
    tables.forEach((name, table) -> locations.put(name, table.metadataLocation()));
    return locations;
  }
}
