package dev.landfall.testkit.server;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.catalog.Catalog;
import dev.landfall.internal.engine.DirectoryCatalog;
import dev.landfall.rows.Rows;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** A project behind a server: orders has 10 rows. */
public final class ServedLake implements AutoCloseable {

  /** A row of the table orders. */
  public record Order(long id, String item) {}

  /** A row of the table labels. */
  public record Label(long id, String text) {}

  private final Catalog catalog;
  private final CatalogServer server;

  private ServedLake(Catalog catalog, CatalogServer server) {
    this.catalog = catalog;
    this.server = server;
  }

  /** Serves a new lake with the project demo. */
  public static ServedLake create(Path directory) {
    return create(directory, builder -> {});
  }

  /** Serves a new lake with the project demo, as the settings say. */
  public static ServedLake create(Path directory, Consumer<CatalogServer.Builder> settings) {
    return create(directory, UnaryOperator.identity(), settings);
  }

  /** Serves a new lake with the project demo, through a catalog that a test breaks. */
  public static ServedLake create(
      Path directory, UnaryOperator<Catalog> decorator, Consumer<CatalogServer.Builder> settings) {
    try (LandfallClient client = LandfallClient.open(directory)) {
      Project project = client.createProject("demo");
      project
          .branch("main")
          .commit()
          .createTable("orders", project.writeTable(Rows.of(orders(0, 10))))
          .publish();
    } catch (Exception e) {
      throw new AssertionError("The lake could not be made", e);
    }
    Catalog catalog = DirectoryCatalog.open(directory, DirectoryCatalog.Options.defaults());
    CatalogServer.Builder builder = CatalogServer.builder(decorator.apply(catalog));
    settings.accept(builder);
    return new ServedLake(catalog, builder.start());
  }

  /** Returns the server. */
  public CatalogServer server() {
    return server;
  }

  /** Stages five more orders, and three labels in a new table. */
  public static Commit fiveOrdersAndLabels(Project project, BranchHead head) {
    return fiveOrdersAndLabels(project, head.commit());
  }

  /** Stages the same in a commit, or a release, that has nothing staged yet. */
  public static Commit fiveOrdersAndLabels(Project project, Commit commit) {
    return commit
        .message("Add labels")
        .updateTable(commit.head().table("orders").append(Rows.of(orders(10, 5))))
        .createTable(
            "labels",
            project.writeTable(
                Rows.of(List.of(new Label(1, "a"), new Label(2, "b"), new Label(3, "c")))));
  }

  /** Makes orders with ids from a number on. */
  public static List<Order> orders(long from, int count) {
    return LongStream.range(from, from + count)
        .mapToObj(id -> new Order(id, "item " + id))
        .toList();
  }

  @Override
  public void close() {
    server.close();
    catalog.close();
  }
}
