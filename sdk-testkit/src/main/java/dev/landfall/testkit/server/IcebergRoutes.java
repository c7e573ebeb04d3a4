package dev.landfall.testkit.server;

import dev.landfall.LandfallClient;
import dev.landfall.catalog.Catalog;
import dev.landfall.internal.icebergrest.IcebergRest;
import dev.landfall.internal.icebergrest.RestOperation;
import dev.landfall.internal.icebergrest.RestRequest;
import java.util.List;
import java.util.Set;

/** The Iceberg REST protocol over a catalog. */
final class IcebergRoutes {

  private IcebergRoutes() {}

  static List<Route> of(Catalog catalog, LandfallClient client) {
    return IcebergRest.operations(catalog, client).stream().map(IcebergRoutes::route).toList();
  }

  private static Route route(RestOperation operation) {
    return Route.of(
        operation.endpoint().httpMethod(),
        Protocol.ICEBERG_ROOT + operation.endpoint().path(),
        Set.of(),
        call -> Protocol.reply(operation.action().apply(request(call))));
  }

  private static RestRequest request(Call call) {
    return new RestRequest(
        call.path(),
        call.query(),
        call.idempotencyKeys(),
        call.ifNoneMatch(),
        call.accessDelegation(),
        call.body());
  }
}
