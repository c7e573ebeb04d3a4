package dev.landfall.testkit.contract;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.Catalog;
import dev.landfall.config.HttpOptions;
import dev.landfall.model.StorageAccess;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.server.CatalogServer;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** A catalog under test behind a server that is started and stopped with it. */
final class ServedCatalog implements CatalogUnderTest {

  private final CatalogUnderTest served;
  private final HttpOptions options;
  private URI address;

  ServedCatalog(CatalogUnderTest served, HttpOptions options) {
    this.served = served;
    this.options = options;
  }

  @Override
  public Catalog open() throws Exception {
    Catalog catalog = served.open();
    CatalogServer server =
        CatalogServer.builder(catalog)
            .storageAccess(ServedCatalog::access)
            .requestLog(false)
            .stopTimeout(Duration.ofSeconds(2))
            .start();
    address = server.uri();
    return new FaultyWay(remote().open(), List.of(server::close, catalog::close));
  }

  @Override
  public Catalog openWithFaults(Catalog opened, FaultPlan faults, Duration callTimeout) {
    return remote().openWithFaults(opened, faults, callTimeout);
  }

  private CatalogUnderTest remote() {
    return CatalogUnderTest.at(address, options, EnumSet.allOf(Capability.class));
  }

  private static StorageAccess access() {
    return StorageAccess.of(Map.of("client.region", "us-east-1"))
        .expiringAt(Instant.now().plusSeconds(900));
  }
}
