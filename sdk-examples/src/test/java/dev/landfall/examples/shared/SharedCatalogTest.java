package dev.landfall.examples.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.LandfallClient;
import dev.landfall.config.PostgresOptions;
import dev.landfall.testkit.server.CatalogServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SharedCatalogTest {

  @TempDir Path directory;

  @Test
  @Timeout(120)
  void eachRunFindsTheVisitsOfTheOthersAndAServerServesThem() throws Exception {
    Path password = Files.writeString(directory.resolve("password"), "not asked for\n");
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
      URI database = URI.create("jdbc:postgresql://localhost:" + postgres.getPort() + "/postgres");
      SharedCatalog.run(database, "postgres", password, directory);
      SharedCatalog.run(database, "postgres", password, directory);

      PostgresOptions options = PostgresOptions.builder().user("postgres").build();
      try (CatalogServer server = CatalogServer.builder(database, options).start();
          LandfallClient client = LandfallClient.connect(server.uri())) {
        assertThat(client.project("shared").branch("main").table("visits").rows()).hasSize(2);
      }
    }
  }
}
