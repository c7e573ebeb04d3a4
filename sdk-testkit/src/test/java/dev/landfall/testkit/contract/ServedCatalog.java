package dev.landfall.testkit.contract;

import dev.landfall.catalog.Catalog;
import dev.landfall.config.HttpOptions;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.server.CatalogServer;
import java.net.URI;
import java.time.Duration;
import java.util.List;

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
        CatalogServer.builder(catalog).requestLog(false).stopTimeout(Duration.ofSeconds(2)).start();
    address = server.uri();
    return new FaultyWay(remote().open(), List.of(server::close, catalog::close));
  }

  @Override
  public Catalog openWithFaults(Catalog opened, FaultPlan faults, Duration callTimeout) {
    return remote().openWithFaults(opened, faults, callTimeout);
  }

  private CatalogUnderTest remote() {
    return CatalogUnderTest.at(address, options);
  }
}
