package dev.landfall.testkit.nessie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.model.OperationId;
import dev.landfall.testkit.SomeCases;
import dev.landfall.testkit.contract.CatalogContract;
import dev.landfall.testkit.fault.FaultProxy;
import dev.landfall.testkit.fault.WireRequest;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Nessie server of whose requests each may meet a fault on the wire, which a client's repetitions
 * get over. Not on this wire are the calls that nobody repeats: the creation of projects and
 * branches, and the deletion of branches.
 */
@ExtendWith({WithNessie.class, SomeCases.OneOfThreeTests.class})
class NessieOverFaultsContractTest extends CatalogContract {

  @RegisterExtension static final PassingFaults FAULTS = new PassingFaults();

  private static final Set<OperationId> PUBLISHED = ConcurrentHashMap.newKeySet();

  @TempDir static Path warehouse;
  private static FaultProxy proxy;

  NessieOverFaultsContractTest(NessieServer server) {
    super(
        () ->
            RetriedCatalog.of(
                NessieContractTest.connect(proxyOf(server), warehouse),
                NessieContractTest.connect(server.uri(), warehouse),
                PUBLISHED));
  }

  private static URI proxyOf(NessieServer server) {
    if (proxy == null) {
      proxy = FaultProxy.start(server.uri(), FAULTS.plan());
    }
    return proxy.uri();
  }

  @AfterAll
  static void requireFaults() {
    proxy.close();
    List<WireRequest> requests = proxy.requests();
    assertThat(requests.stream().filter(request -> request.fault().isPresent()).count())
        .as("requests that met a fault, of %d", requests.size())
        .isGreaterThan(requests.size() / 10);
  }
}
