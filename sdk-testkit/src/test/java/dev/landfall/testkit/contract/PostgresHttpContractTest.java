package dev.landfall.testkit.contract;

import dev.landfall.config.HttpOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL behind HTTP/1.1, with the faults on the wire. */
class PostgresHttpContractTest extends CatalogContract {

  @TempDir static Path directory;

  PostgresHttpContractTest() {
    super(new ServedCatalog(() -> Postgres.open(directory), HttpOptions.defaults()));
  }
}
