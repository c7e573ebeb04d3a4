package dev.landfall.internal.icebergrest;

import dev.landfall.LandfallClient;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.NotFoundException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.rest.Endpoint;
import org.apache.iceberg.rest.responses.ConfigResponse;

/** The protocol over a catalog. Safe for use by many threads. */
public final class IcebergRest {

  private static final Endpoint CONFIG = Endpoint.create("GET", "/v1/config");

  /** Commits are kept for ever, and the keys with them; that cannot be said as a duration. */
  private static final String IDEMPOTENCY_KEY_LIFETIME = "P365D";

  private static final List<Endpoint> VIEWS =
      List.of(
          Endpoint.V1_LIST_VIEWS,
          Endpoint.V1_LOAD_VIEW,
          Endpoint.V1_VIEW_EXISTS,
          Endpoint.V1_CREATE_VIEW,
          Endpoint.V1_UPDATE_VIEW,
          Endpoint.V1_DELETE_VIEW,
          Endpoint.V1_RENAME_VIEW);

  private final Operations operations;
  private final AccessDelegation delegation;

  private IcebergRest(Catalog catalog, LandfallClient client) {
    delegation = new AccessDelegation(catalog);
    operations = new Operations(catalog, client);
    NamespaceOperations.addTo(operations);
    TableOperations.addTo(operations);
    delegation.addTo(operations);
  }

  /**
   * Returns what the protocol does over a catalog.
   *
   * @param client of the catalog, by which files are read and written; makes one attempt only, as
   *     whoever sends the request sends it again. Both stay the caller's to close
   */
  public static List<RestOperation> operations(Catalog catalog, LandfallClient client) {
    IcebergRest protocol = new IcebergRest(catalog, client);
    List<RestOperation> all = new ArrayList<>();
    protocol.operations.all().stream().map(protocol.delegation::around).forEach(all::add);
    all.add(new RestOperation(CONFIG, protocol::config));
    for (Endpoint view : VIEWS) {
      all.add(
          new RestOperation(
              view,
              request -> {
                throw new UnsupportedOperationException(
                    "There are no views in this catalog; use a table");
              }));
    }
    return all;
  }

  private RestAnswer config(RestRequest request) {
    String text = request.query().getOrDefault("warehouse", "");
    if (text.isEmpty()) {
      throw new BadRequestException("Set the warehouse: project or project@branch");
    }
    Warehouse warehouse = Warehouse.of(text);
    try {
      operations.branch(warehouse).head();
    } catch (NotFoundException e) {
      throw RestException.noSuchWarehouse(warehouse);
    }
    return RestAnswer.ok(
        ConfigResponse.builder()
            .withOverride("prefix", warehouse.prefix())
            .withEndpoints(operations.endpoints())
            .withIdempotencyKeyLifetime(IDEMPOTENCY_KEY_LIFETIME)
            .build());
  }
}
