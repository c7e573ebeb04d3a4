package dev.landfall.testkit.contract;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.config.HttpOptions;
import dev.landfall.internal.http.HttpCatalog;
import dev.landfall.testkit.fault.FaultLine;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The catalog of a server, with the faults on the wire where a proxy can read it. */
record RemoteCatalog(URI address, HttpOptions options, Set<Capability> capabilities)
    implements CatalogUnderTest {

  @Override
  public Catalog open() {
    return declared(HttpCatalog.at(address, options));
  }

  @Override
  public Catalog openWithFaults(Catalog opened, FaultPlan faults, Duration callTimeout) {
    if (!"http".equalsIgnoreCase(address.getScheme())) {
      return FaultyWay.inProcess(opened, faults, callTimeout);
    }
    FaultProxy proxy = FaultProxy.start(address, faults);
    FaultLine crashes = FaultLine.beforeProxy(faults);
    Catalog seen = crashes.before(declared(HttpCatalog.at(proxy.uri(), waiting(callTimeout))));
    return new FaultyWay(seen, List.of(crashes::close, proxy::close));
  }

  private Catalog declared(Catalog remote) {
    return new ForwardingCatalog(remote) {
      @Override
      public Set<Capability> capabilities() {
        Set<Capability> both = EnumSet.noneOf(Capability.class);
        both.addAll(super.capabilities());
        both.retainAll(capabilities);
        return both;
      }
    };
  }

  private HttpOptions waiting(Duration callTimeout) {
    HttpOptions.Builder waiting = HttpOptions.builder().callTimeout(callTimeout);
    options.credentials().ifPresent(waiting::credentials);
    return options.http2PriorKnowledge() ? waiting.http2PriorKnowledge().build() : waiting.build();
  }
}
