package dev.landfall.testkit.iceberg;

import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.Snapshot;
import dev.landfall.catalog.Catalog;
import dev.landfall.internal.engine.DirectoryCatalog;
import dev.landfall.model.CommitInfo;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.server.CatalogServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.TestTables;
import org.apache.iceberg.rest.RESTCatalog;

/** A project behind a server, seen by the SDK in the same process and by Iceberg's REST clients. */
final class ServedIceberg implements AutoCloseable {

  /** A row of the tests' tables. */
  record Id(long id) {}

  final Project project;
  final CatalogServer server;
  private final LandfallClient client;
  private final List<RESTCatalog> opened = new ArrayList<>();

  private ServedIceberg(Project project, CatalogServer server, LandfallClient client) {
    this.project = project;
    this.server = server;
    this.client = client;
  }

  static ServedIceberg create(Path directory) {
    return create(directory, UnaryOperator.identity());
  }

  /** Serves a catalog through what a test puts before it; the SDK asks it directly. */
  static ServedIceberg create(Path directory, UnaryOperator<Catalog> before) {
    Catalog catalog = DirectoryCatalog.open(directory, DirectoryCatalog.Options.defaults());
    LandfallClient client = LandfallClient.builder().catalog(catalog).build();
    return new ServedIceberg(
        client.createProject("demo"), CatalogServer.builder(before.apply(catalog)).start(), client);
  }

  URI uri() {
    return URI.create(server.uri() + "/iceberg");
  }

  RESTCatalog open(String warehouse) {
    return open(uri(), warehouse);
  }

  RESTCatalog open(URI uri, String warehouse) {
    RESTCatalog catalog = new RESTCatalog();
    opened.add(catalog);
    catalog.initialize("rest", properties(uri, warehouse));
    return catalog;
  }

  static Map<String, String> properties(URI uri, String warehouse) {
    Map<String, String> properties = new HashMap<>();
    properties.put(CatalogProperties.URI, uri.toString());
    properties.put(CatalogProperties.WAREHOUSE_LOCATION, warehouse);
    properties.put(CatalogProperties.FILE_IO_IMPL, TestTables.LocalFileIO.class.getName());
    return properties;
  }

  /** Returns the messages of the newest commits of a branch, newest first. */
  List<String> messages(String branch, int newest) {
    return project
        .log(project.branch(branch))
        .limit(newest)
        .map(CommitInfo::message)
        .flatMap(Optional::stream)
        .toList();
  }

  long commits(String branch) {
    return project.log(project.branch(branch)).count();
  }

  static Rows rows(long... ids) {
    return Rows.of(LongStream.of(ids).mapToObj(Id::new).toList());
  }

  static List<Long> sdkIds(Snapshot snapshot, String table) {
    try (Stream<Id> rows = snapshot.table(table).rows(Id.class)) {
      return rows.map(Id::id).sorted().toList();
    }
  }

  @Override
  public void close() throws Exception {
    for (RESTCatalog catalog : opened) {
      catalog.close();
    }
    server.close();
    client.close();
  }
}
