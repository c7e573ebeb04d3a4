package dev.landfall.internal.icebergrest;

import dev.landfall.LandfallClient;
import dev.landfall.Snapshot;
import dev.landfall.catalog.Catalog;
import dev.landfall.iceberg.LandfallCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.rest.Endpoint;
import org.apache.iceberg.rest.RESTUtil;

/** What all operations on branches share: how the branch is found, and how it is changed. */
final class Operations {

  private static final String SEPARATOR = "%1F";

  /** Makes a change, once. */
  interface Change {
    RestAnswer apply(LandfallCatalog catalog, ServedBranch branch, RestRequest request);
  }

  /** Answers for a commit that a change has made. */
  interface Again {
    RestAnswer apply(Snapshot commit, RestRequest request);
  }

  private final LandfallClient client;
  private final Idempotency idempotency;
  private final List<RestOperation> all = new ArrayList<>();

  Operations(Catalog catalog, LandfallClient client) {
    this.client = client;
    this.idempotency = new Idempotency(catalog);
  }

  List<RestOperation> all() {
    return List.copyOf(all);
  }

  List<Endpoint> endpoints() {
    return all.stream().map(RestOperation::endpoint).toList();
  }

  void read(Endpoint endpoint, BiFunction<ServedBranch, RestRequest, RestAnswer> action) {
    all.add(new RestOperation(endpoint, request -> action.apply(branch(request.path()), request)));
  }

  void change(Endpoint endpoint, Change change, Again again) {
    all.add(
        new RestOperation(
            endpoint,
            request -> {
              ServedBranch branch = branch(request.path());
              return idempotency.once(
                  endpoint,
                  request,
                  branch,
                  catalog -> change.apply(catalog, branch, request),
                  commit -> again.apply(commit, request));
            }));
  }

  ServedBranch branch(Warehouse warehouse) {
    return new ServedBranch(
        client.project(warehouse.project().toString()), warehouse.branch().toString());
  }

  private ServedBranch branch(Map<String, String> path) {
    return branch(Warehouse.ofPrefix(Objects.requireNonNull(path.get("prefix"))));
  }

  static Namespace namespace(RestRequest request) {
    return RESTUtil.decodeNamespace(
        Objects.requireNonNull(request.path().get("namespace")), SEPARATOR);
  }
}
