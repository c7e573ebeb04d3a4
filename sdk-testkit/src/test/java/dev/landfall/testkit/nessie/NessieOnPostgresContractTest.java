package dev.landfall.testkit.nessie;

import dev.landfall.testkit.contract.CatalogContract;
import dev.landfall.testkit.contract.Postgres;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Nessie's server as it is delivered, with its repository in PostgreSQL. */
@Tag("nessie-server")
class NessieOnPostgresContractTest extends CatalogContract {

  @TempDir static Path warehouse;
  private static NessieServer server;

  NessieOnPostgresContractTest() {
    super(() -> NessieContractTest.connect(server.uri(), warehouse));
  }

  @BeforeAll
  static void start() throws Exception {
    server = NessieServer.startOnPostgres(Postgres.newDatabase(), NessieServer.freePort());
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }
}
