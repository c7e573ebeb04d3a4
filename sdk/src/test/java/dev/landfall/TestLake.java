package dev.landfall;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.CatalogLockedException;
import dev.landfall.config.RetryPolicy;
import dev.landfall.postgres.TestPostgres;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A client over a directory with a project that has a table {@code orders} of ten rows. */
final class TestLake implements AutoCloseable {

  record Order(long id, String item) {}

  record Label(String name) {}

  /** Where the catalog lies; the files lie in the directory in any case. */
  enum Kind {
    DIRECTORY,
    POSTGRES;

    private LandfallClient.Builder builder(Path directory) {
      LandfallClient.Builder builder = LandfallClient.builder();
      return this == DIRECTORY
          ? builder.directory(directory)
          : builder.uri(TestPostgres.catalog(directory));
    }
  }

  final LandfallClient client;
  final Project project;

  private TestLake(LandfallClient client, Project project) {
    this.client = client;
    this.project = project;
  }

  static TestLake create(Path directory) throws PublishException {
    return create(directory, UnaryOperator.identity());
  }

  /** Creates the lake behind a catalog that a test puts before it. */
  static TestLake create(Path directory, UnaryOperator<Catalog> decorator) throws PublishException {
    return create(Kind.DIRECTORY, directory, decorator);
  }

  static TestLake create(Kind kind, Path directory, UnaryOperator<Catalog> decorator)
      throws PublishException {
    LandfallClient client = open(kind, directory, decorator);
    Project project = client.createProject("demo");
    Table orders = project.writeTable(Rows.of(orders(0, 10)));
    project.branch("main").commit().createTable("orders", orders).publish();
    return new TestLake(client, project);
  }

  /** Opens a lake that was created before. */
  static TestLake reopen(Path directory) {
    return reopen(Kind.DIRECTORY, directory);
  }

  static TestLake reopen(Kind kind, Path directory) {
    LandfallClient client = open(kind, directory, UnaryOperator.identity());
    return new TestLake(client, client.project("demo"));
  }

  /** Opens the directory as soon as no other process has it. */
  static LandfallClient openWhenFree(Path directory, UnaryOperator<Catalog> decorator) {
    AtomicReference<LandfallClient> client = new AtomicReference<>();
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .ignoreException(CatalogLockedException.class)
        .until(
            () -> {
              client.set(open(directory, decorator));
              return true;
            });
    return client.get();
  }

  static LandfallClient open(Path directory) {
    return open(directory, UnaryOperator.identity());
  }

  static LandfallClient open(Path directory, UnaryOperator<Catalog> decorator) {
    return open(Kind.DIRECTORY, directory, decorator);
  }

  private static LandfallClient open(Kind kind, Path directory, UnaryOperator<Catalog> decorator) {
    return kind.builder(directory)
        .decorateCatalog(decorator)
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

  /** The file at a location that a commit names. */
  static Path file(String location) {
    return location.startsWith("file:") ? Path.of(URI.create(location)) : Path.of(location);
  }

  /** Lists the files below a directory. */
  static Set<Path> filesBelow(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      return new TreeSet<>(paths.filter(Files::isRegularFile).toList());
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
