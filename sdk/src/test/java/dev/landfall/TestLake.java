package dev.landfall;

import dev.landfall.config.RetryPolicy;
import dev.landfall.rows.Rows;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** A client over a directory with a project that has a table {@code orders} of ten rows. */
final class TestLake implements AutoCloseable {

  record Order(long id, String item) {}

  record Label(String name) {}

  final LandfallClient client;
  final Project project;

  private TestLake(LandfallClient client, Project project) {
    this.client = client;
    this.project = project;
  }

  static TestLake create(Path directory) throws PublishException {
    LandfallClient client = open(directory);
    Project project = client.createProject("demo");
    Table orders = project.writeTable(Rows.of(orders(0, 10)));
    project.branch("main").commit().createTable("orders", orders).publish();
    return new TestLake(client, project);
  }

  static LandfallClient open(Path directory) {
    return LandfallClient.builder()
        .directory(directory)
        .retryPolicy(RetryPolicy.none())
        .build();
  }

  static List<Order> orders(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> new Order(i, "item " + i)).toList();
  }

  static List<Label> labels(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Label("label " + i)).toList();
  }

  BranchHead main() {
    return project.branch("main");
  }

  Table labels() {
    return project.writeTable(Rows.of(labels(3)));
  }

  /** The commit of the scenarios: five more orders, and a new table of three labels. */
  Commit fiveOrdersAndLabels() {
    BranchHead main = main();
    Table orders = main.table("orders").append(Rows.of(orders(10, 15)));
    return main.commit().updateTable(orders).createTable("labels", labels());
  }

  static long count(Snapshot snapshot, String table) {
    try (var rows = snapshot.table(table).rows()) {
      return rows.count();
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
