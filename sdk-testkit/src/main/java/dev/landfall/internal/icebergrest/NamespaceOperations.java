package dev.landfall.internal.icebergrest;

import static dev.landfall.internal.icebergrest.Operations.namespace;

import dev.landfall.Snapshot;
import dev.landfall.iceberg.LandfallCatalog;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.rest.CatalogHandlers;
import org.apache.iceberg.rest.Endpoint;
import org.apache.iceberg.rest.RESTUtil;
import org.apache.iceberg.rest.requests.CreateNamespaceRequest;
import org.apache.iceberg.rest.requests.UpdateNamespacePropertiesRequest;
import org.apache.iceberg.rest.responses.CreateNamespaceResponse;
import org.apache.iceberg.rest.responses.GetNamespaceResponse;
import org.apache.iceberg.rest.responses.ListNamespacesResponse;
import org.apache.iceberg.rest.responses.UpdateNamespacePropertiesResponse;

/** The namespaces of a branch. */
final class NamespaceOperations {

  private NamespaceOperations() {}

  static void addTo(Operations operations) {
    operations.read(Endpoint.V1_LIST_NAMESPACES, NamespaceOperations::list);
    operations.read(Endpoint.V1_LOAD_NAMESPACE, NamespaceOperations::load);
    operations.read(Endpoint.V1_NAMESPACE_EXISTS, NamespaceOperations::exists);
    operations.change(
        Endpoint.V1_CREATE_NAMESPACE,
        NamespaceOperations::create,
        NamespaceOperations::createdBefore);
    operations.change(
        Endpoint.V1_UPDATE_NAMESPACE,
        NamespaceOperations::update,
        NamespaceOperations::updatedBefore);
    operations.change(
        Endpoint.V1_DELETE_NAMESPACE,
        NamespaceOperations::drop,
        (commit, request) -> RestAnswer.noContent());
  }

  private static RestAnswer list(ServedBranch branch, RestRequest request) {
    String parent = request.query().getOrDefault("parent", "");
    Namespace above =
        parent.isEmpty() ? Namespace.empty() : RESTUtil.namespaceFromQueryParam(parent);
    Pages<Namespace> page =
        Pages.of(
            branch.catalog().listNamespaces(above),
            namespace -> namespace.level(namespace.length() - 1),
            request.query());
    return RestAnswer.ok(
        ListNamespacesResponse.builder().addAll(page.items()).nextPageToken(page.next()).build());
  }

  private static RestAnswer load(ServedBranch branch, RestRequest request) {
    Namespace namespace = namespace(request);
    // The builder asks the map for null, which not every map answers.
    return RestAnswer.ok(
        GetNamespaceResponse.builder()
            .withNamespace(namespace)
            .setProperties(new HashMap<>(branch.catalog().loadNamespaceMetadata(namespace)))
            .build());
  }

  private static RestAnswer exists(ServedBranch branch, RestRequest request) {
    CatalogHandlers.namespaceExists(branch.catalog(), namespace(request));
    return RestAnswer.noContent();
  }

  private static RestAnswer create(
      LandfallCatalog catalog, ServedBranch branch, RestRequest request) {
    CreateNamespaceRequest wanted = RestJson.read(request.body(), CreateNamespaceRequest.class);
    requireValues(wanted.properties());
    catalog.createNamespace(wanted.namespace(), wanted.properties());
    return created(wanted);
  }

  private static RestAnswer createdBefore(Snapshot commit, RestRequest request) {
    return created(RestJson.read(request.body(), CreateNamespaceRequest.class));
  }

  private static RestAnswer created(CreateNamespaceRequest request) {
    return RestAnswer.ok(
        CreateNamespaceResponse.builder()
            .withNamespace(request.namespace())
            .setProperties(request.properties())
            .build());
  }

  private static RestAnswer update(
      LandfallCatalog catalog, ServedBranch branch, RestRequest request) {
    UpdateNamespacePropertiesRequest wanted = changes(request);
    Map<String, String> before = catalog.loadNamespaceMetadata(namespace(request));
    Set<String> removals = Set.copyOf(wanted.removals());
    Set<String> missing = new LinkedHashSet<>(removals);
    missing.removeAll(before.keySet());
    catalog.updateProperties(namespace(request), wanted.updates(), removals);
    return updated(wanted, missing);
  }

  /** Which of the removed properties were missing then is not kept; all are missing now. */
  private static RestAnswer updatedBefore(Snapshot commit, RestRequest request) {
    return updated(changes(request), new LinkedHashSet<>());
  }

  private static RestAnswer updated(UpdateNamespacePropertiesRequest request, Set<String> missing) {
    Set<String> removed = new LinkedHashSet<>(request.removals());
    removed.removeAll(missing);
    return RestAnswer.ok(
        UpdateNamespacePropertiesResponse.builder()
            .addMissing(missing)
            .addUpdated(request.updates().keySet())
            .addRemoved(removed)
            .build());
  }

  private static UpdateNamespacePropertiesRequest changes(RestRequest request) {
    UpdateNamespacePropertiesRequest wanted =
        RestJson.read(request.body(), UpdateNamespacePropertiesRequest.class);
    if (wanted.removals().stream().anyMatch(Objects::isNull)) {
      throw new BadRequestException("Invalid body: a property to be removed is null");
    }
    requireValues(wanted.updates());
    return wanted;
  }

  private static void requireValues(Map<String, String> properties) {
    properties.forEach(
        (key, value) -> {
          if (value == null) {
            throw new BadRequestException("Invalid body: property %s is null", key);
          }
        });
  }

  private static RestAnswer drop(
      LandfallCatalog catalog, ServedBranch branch, RestRequest request) {
    CatalogHandlers.dropNamespace(catalog, namespace(request));
    return RestAnswer.noContent();
  }
}
