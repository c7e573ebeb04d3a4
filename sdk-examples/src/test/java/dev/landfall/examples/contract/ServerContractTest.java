package dev.landfall.examples.contract;

import dev.landfall.catalog.Capability;
import dev.landfall.config.HttpOptions;
import dev.landfall.testkit.contract.CatalogContract;
import dev.landfall.testkit.contract.CatalogUnderTest;
import java.net.URI;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The contract against a running server, which environment variables name. */
// snippet: server-contract
@EnabledIfEnvironmentVariable(named = "LANDFALL_CONTRACT_URI", matches = ".+")
class ServerContractTest extends CatalogContract {

  ServerContractTest() {
    super(
        CatalogUnderTest.at(
            URI.create(System.getenv("LANDFALL_CONTRACT_URI")), options(), capabilities()));
  }

  // end snippet

  private static HttpOptions options() {
    String token = System.getenv("LANDFALL_CONTRACT_TOKEN");
    return token == null
        ? HttpOptions.defaults()
        : HttpOptions.builder().credentials(() -> token).build();
  }

  private static Set<Capability> capabilities() {
    String names = System.getenv("LANDFALL_CONTRACT_CAPABILITIES");
    return names == null
        ? EnumSet.complementOf(EnumSet.of(Capability.STORAGE_ACCESS))
        : Arrays.stream(names.split("\\s*,\\s*"))
            .filter(name -> !name.isEmpty())
            .map(Capability::valueOf)
            .collect(Collectors.toSet());
  }
}
