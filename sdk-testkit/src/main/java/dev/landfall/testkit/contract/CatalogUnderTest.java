package dev.landfall.testkit.contract;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.Catalog;
import dev.landfall.config.HttpOptions;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import dev.landfall.testkit.fault.FaultPlan;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;

/** The catalog that the contract is proved of, and the ways to it. */
@FunctionalInterface
public interface CatalogUnderTest {

  /**
   * Opens the catalog. It is called again after the catalog was closed, as after a restart of the
   * process, and must then find the same store.
   *
   * @throws Exception if it cannot be opened; the tests fail with it
   */
  Catalog open() throws Exception;

  /**
   * Opens a way to the catalog on which goes wrong what a plan says. Unless overridden the faults
   * are brought about in the same process, before the calls of the catalog.
   *
   * @param opened the catalog, which stays open when the way to it is closed
   * @param callTimeout how long a call waits for its answer
   */
  default Catalog openWithFaults(Catalog opened, FaultPlan faults, Duration callTimeout) {
    return FaultyWay.inProcess(opened, faults, callTimeout);
  }

  /**
   * Creates an empty project of its own for a test. Unless overridden its name begins with {@code
   * contract-}; it stays when the test has ended, as a catalog cannot delete a project.
   */
  default ProjectInfo createProject(Catalog opened) {
    return opened.createProject(new ProjectName("contract-" + UUID.randomUUID()));
  }

  /**
   * Takes the catalog of a server that speaks the catalog protocol. The faults are brought about
   * between the client and the server, on the wire; over TLS before the client's calls. Does no
   * I/O.
   *
   * <p>The tests write tables where the server says that a project lies, so that must be a
   * directory which both see under the same path.
   *
   * @param address where the server is
   * @param options how to connect to it; of them the time-outs, trusted certificates, HTTP proxy
   *     and transport do not hold on the way with faults
   * @param capabilities what the server's catalog can do; the protocol does not tell
   */
  static CatalogUnderTest at(URI address, HttpOptions options, Set<Capability> capabilities) {
    return new RemoteCatalog(address, options, capabilities);
  }

  /**
   * As above, for a catalog that can do all that the protocol can ask for, but does not tell how to
   * reach its storage.
   */
  static CatalogUnderTest at(URI address, HttpOptions options) {
    return at(address, options, EnumSet.complementOf(EnumSet.of(Capability.STORAGE_ACCESS)));
  }
}
