package dev.landfall.testkit.contract;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL in the same process. */
class PostgresContractTest extends CatalogContract {

  @TempDir static Path directory;

  PostgresContractTest() {
    super(() -> Postgres.open(directory));
  }
}
