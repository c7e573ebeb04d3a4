package dev.landfall.internal.icebergrest;

import static dev.landfall.internal.icebergrest.Operations.namespace;

import dev.landfall.RawTableCommit;
import dev.landfall.Snapshot;
import dev.landfall.iceberg.LandfallCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.rest.CatalogHandlers;
import org.apache.iceberg.rest.Endpoint;
import org.apache.iceberg.rest.RESTUtil;
import org.apache.iceberg.rest.requests.CommitTransactionRequest;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.rest.requests.RegisterTableRequest;
import org.apache.iceberg.rest.requests.RenameTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.rest.responses.ListTablesResponse;

/** The tables of a branch. */
final class TableOperations {

  private TableOperations() {}

  static void addTo(Operations operations) {
    operations.read(Endpoint.V1_LIST_TABLES, TableOperations::list);
    operations.read(Endpoint.V1_LOAD_TABLE, TableOperations::load);
    operations.read(Endpoint.V1_TABLE_EXISTS, TableOperations::exists);
    operations.read(Endpoint.V1_REPORT_METRICS, (branch, request) -> RestAnswer.noContent());
    operations.change(
        Endpoint.V1_CREATE_TABLE, TableOperations::create, TableOperations::createdBefore);
    operations.change(
        Endpoint.V1_REGISTER_TABLE, TableOperations::register, TableOperations::registeredBefore);
    operations.change(
        Endpoint.V1_UPDATE_TABLE, TableOperations::update, TableOperations::updatedBefore);
    operations.change(
        Endpoint.V1_DELETE_TABLE,
        TableOperations::drop,
        (commit, request) -> RestAnswer.noContent());
    operations.change(
        Endpoint.V1_RENAME_TABLE,
        TableOperations::rename,
        (commit, request) -> RestAnswer.noContent());
    operations.change(
        Endpoint.V1_COMMIT_TRANSACTION,
        TableOperations::commitTransaction,
        (commit, request) -> RestAnswer.noContent());
  }

  private static RestAnswer list(ServedBranch branch, RestRequest request) {
    Pages<TableIdentifier> page =
        Pages.of(
            branch.catalog().listTables(namespace(request)),
            TableIdentifier::name,
            request.query());
    return RestAnswer.ok(
        ListTablesResponse.builder().addAll(page.items()).nextPageToken(page.next()).build());
  }

  private static RestAnswer load(ServedBranch branch, RestRequest request) {
    return LoadedTable.of(branch.catalog().loadTable(table(request)))
        .answer(LoadedTable.Snapshots.of(request.query()), request.ifNoneMatch());
  }

  private static RestAnswer exists(ServedBranch branch, RestRequest request) {
    CatalogHandlers.tableExists(branch.catalog(), table(request));
    return RestAnswer.noContent();
  }

  private static RestAnswer create(
      LandfallCatalog catalog, ServedBranch branch, RestRequest request) {
    CreateTableRequest wanted = RestJson.read(request.body(), CreateTableRequest.class);
    Namespace namespace = namespace(request);
    if (wanted.location() != null) {
      branch.requireInside("location", wanted.location());
    }
    if (!wanted.stageCreate()) {
      return LoadedTable.of(CatalogHandlers.createTable(catalog, namespace, wanted)).answer();
    }
    if (!catalog.namespaceExists(namespace)) {
      throw new NoSuchNamespaceException("Namespace does not exist: %s", namespace);
    }
    return RestAnswer.ok(CatalogHandlers.stageTableCreate(catalog, namespace, wanted));
  }

  private static RestAnswer createdBefore(Snapshot commit, RestRequest request) {
    CreateTableRequest wanted = RestJson.read(request.body(), CreateTableRequest.class);
    return LoadedTable.at(commit, TableIdentifier.of(namespace(request), wanted.name())).answer();
  }

  private static RestAnswer register(
      LandfallCatalog catalog, ServedBranch branch, RestRequest request) {
    RegisterTableRequest wanted = RestJson.read(request.body(), RegisterTableRequest.class);
    branch.requireInside("metadata file", wanted.metadataLocation());
    Namespace namespace = namespace(request);
    if (!catalog.namespaceExists(namespace)) {
      throw new NoSuchNamespaceException("Namespace does not exist: %s", namespace);
    }
    return LoadedTable.of(CatalogHandlers.registerTable(catalog, namespace, wanted)).answer();
  }

  private static RestAnswer registeredBefore(Snapshot commit, RestRequest request) {
    RegisterTableRequest wanted = RestJson.read(request.body(), RegisterTableRequest.class);
    return LoadedTable.at(commit, TableIdentifier.of(namespace(request), wanted.name())).answer();
  }

  private static RestAnswer update(
      LandfallCatalog catalog, ServedBranch branch, RestRequest request) {
    UpdateTableRequest wanted = RestJson.read(request.body(), UpdateTableRequest.class);
    TableIdentifier table = table(request);
    if (wanted.identifier() != null && !wanted.identifier().equals(table)) {
      throw new BadRequestException(
          "The body is for table %s, the path for %s", wanted.identifier(), table);
    }
    Snapshot made = catalog.commitTransaction(List.of(commit(branch, table, wanted)));
    return Unknown.unlessAnswered(() -> LoadedTable.at(made, table).answer());
  }

  private static RestAnswer updatedBefore(Snapshot commit, RestRequest request) {
    return LoadedTable.at(commit, table(request)).answer();
  }

  private static RestAnswer drop(
      LandfallCatalog catalog, ServedBranch branch, RestRequest request) {
    CatalogHandlers.dropTable(catalog, table(request));
    return RestAnswer.noContent();
  }

  private static RestAnswer rename(
      LandfallCatalog catalog, ServedBranch branch, RestRequest request) {
    CatalogHandlers.renameTable(catalog, RestJson.read(request.body(), RenameTableRequest.class));
    return RestAnswer.noContent();
  }

  private static RestAnswer commitTransaction(
      LandfallCatalog catalog, ServedBranch branch, RestRequest request) {
    List<RawTableCommit> commits = new ArrayList<>();
    for (UpdateTableRequest each :
        RestJson.read(request.body(), CommitTransactionRequest.class).tableChanges()) {
      commits.add(commit(branch, each.identifier(), each));
    }
    catalog.commitTransaction(commits);
    return RestAnswer.noContent();
  }

  private static RawTableCommit commit(
      ServedBranch branch, TableIdentifier table, UpdateTableRequest request) {
    for (MetadataUpdate update : request.updates()) {
      if (update instanceof MetadataUpdate.AddSnapshot added) {
        requireManifests(branch, added.snapshot().manifestListLocation());
      }
    }
    return new RawTableCommit(table, request.requirements(), request.updates());
  }

  private static void requireManifests(ServedBranch branch, String manifestList) {
    if (manifestList == null) {
      throw new BadRequestException("A snapshot names no manifest list; write one");
    }
    branch.requireInside("manifest list", manifestList);
  }

  private static TableIdentifier table(RestRequest request) {
    return TableIdentifier.of(
        namespace(request),
        RESTUtil.decodeString(Objects.requireNonNull(request.path().get("table"))));
  }
}
