package dev.landfall.examples.benchmarks;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.FrozenCommit;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.Table;
import dev.landfall.rows.Rows;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the next versions of some tables of a project in Nessie, on the head of the publish
 * before. Their metadata files are written before; what is timed is that they are synced, and all
 * requests, or the requests alone.
 */
final class LandfallInNessie implements Contestant {

  private final String name;
  private final Project project;
  private final int tables;
  private final boolean frozenBefore;
  private BranchHead head;
  private int changes;
  private @Nullable Commit commit;
  private @Nullable FrozenCommit frozen;

  private LandfallInNessie(
      String name, Project project, int tables, boolean frozenBefore, BranchHead head) {
    this.name = name;
    this.project = project;
    this.tables = tables;
    this.frozenBefore = frozenBefore;
    this.head = head;
  }

  /**
   * Makes the tables in a new project.
   *
   * @param frozenBefore whether the files are synced before it is timed
   */
  static LandfallInNessie create(String name, Project project, int tables, boolean frozenBefore)
      throws PublishException {
    BranchHead first = project.branch("main");
    Commit commit = first.commit();
    for (int table = 0; table < tables; table++) {
      commit.createTable(
          tableName(table), project.writeTable(Rows.of(Reading.class, Reading.list(10))));
    }
    return new LandfallInNessie(name, project, tables, frozenBefore, commit.publish());
  }

  /** Returns the name of one of the tables. */
  static String tableName(int table) {
    return "t" + table;
  }

  Project project() {
    return project;
  }

  BranchHead head() {
    return head;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void prepare() {
    commit = head.commit().message("Measured");
    String change = Integer.toString(changes++);
    for (int table = 0; table < tables; table++) {
      Table next =
          head.table(tableName(table))
              .edit(iceberg -> iceberg.updateProperties().set("change", change).commit());
      commit.updateTable(next);
    }
    frozen = frozenBefore ? commit.freeze() : null;
  }

  @Override
  public void run() throws PublishException {
    head =
        frozen != null
            ? frozen.publish()
            : Objects.requireNonNull(commit, "nothing was prepared").publish();
  }
}
