package dev.landfall.examples.benchmarks;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.Table;
import dev.landfall.catalog.Catalog;
import dev.landfall.internal.engine.DirectoryCatalog;
import dev.landfall.model.CommitId;
import dev.landfall.model.TableName;
import dev.landfall.rows.Rows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/**
 * A project with many tables and many commits. Asks the catalog beneath the client too, to time it
 * without the reading of files; that is for measuring, an application has no need of it.
 */
final class HistoryLake implements AutoCloseable {

  /** How long one commit took: its publish alone, and with its append and freeze. */
  record Times(double publishMillis, double wholeMillis) {}

  private final Catalog catalog;
  private final Project project;
  private final Iterator<Reading> readings = Reading.generate(Integer.MAX_VALUE).iterator();
  private final Random random = new Random(Reading.SEED);
  private final List<CommitId> commits = new ArrayList<>();
  private int tables;

  private HistoryLake(Catalog catalog, Project project) {
    this.catalog = catalog;
    this.project = project;
    this.tables = (int) project.branch("main").tables().count();
  }

  static HistoryLake open(Path lake) {
    Catalog catalog = DirectoryCatalog.open(lake, DirectoryCatalog.Options.defaults());
    LandfallClient client = LandfallClient.builder().catalog(catalog).build();
    return new HistoryLake(catalog, client.createProjectIfAbsent("bench"));
  }

  /** Creates tables of one row each in one commit. */
  void createTables(int count) throws PublishException {
    Commit commit = project.branch("main").commit();
    for (int table = 0; table < count; table++) {
      commit.createTable(name(table), project.writeTable(nextRow()));
    }
    commit.publish();
    tables = count;
  }

  /** Publishes commits that append a row to one table each, to all tables in turn. */
  List<Times> publish(int count) throws PublishException {
    BranchHead head = project.branch("main");
    List<Times> times = new ArrayList<>(count);
    for (int commit = 0; commit < count; commit++) {
      long start = System.nanoTime();
      Table appended = head.table(name(commit % tables)).append(nextRow());
      FrozenCommit frozen = head.commit().updateTable(appended).freeze();
      long publishing = System.nanoTime();
      head = frozen.publish();
      long end = System.nanoTime();
      times.add(new Times((end - publishing) / 1e6, (end - start) / 1e6));
      commits.add(head.commitId());
    }
    return times;
  }

  /** Looks a commit and a table of it up in the catalog. */
  Contestant lookUp(int commitNumber) {
    CommitId commit = commits.get(commitNumber - 1);
    return contestant(
        "catalog: commit and table at commit " + commitNumber,
        () -> {
          TableName table = TableName.of(randomTable());
          catalog.commit(project.name(), commit);
          return catalog.table(project.name(), commit, table);
        });
  }

  /** Opens a table of a commit through the API, which reads the table's metadata file. */
  Contestant openTable(int commitNumber) {
    CommitId commit = commits.get(commitNumber - 1);
    return contestant(
        "snapshotAt and findTable at commit " + commitNumber,
        () -> project.snapshotAt(commit).findTable(randomTable()));
  }

  private static Contestant contestant(String name, Supplier<Optional<?>> lookUp) {
    return new Contestant() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public void run() {
        if (lookUp.get().isEmpty()) {
          throw new IllegalStateException("A table was not found by " + name);
        }
      }
    };
  }

  private String randomTable() {
    return name(random.nextInt(tables));
  }

  private static String name(int table) {
    return "t" + table;
  }

  private Rows nextRow() {
    return Rows.of(Reading.class, List.of(readings.next()));
  }

  @Override
  public void close() {
    project.client().close();
  }
}
