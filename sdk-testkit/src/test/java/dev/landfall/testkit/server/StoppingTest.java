package dev.landfall.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.CatalogLockedException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class StoppingTest {

  @TempDir Path directory;
  private BareLake lake;
  private FaultyCatalog catalog;

  @BeforeEach
  void create() {
    lake = BareLake.create(directory.resolve("lake"));
    catalog = new FaultyCatalog(lake.catalog);
  }

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void aStoppingServerFinishesWhatRunsAndRefusesTheRest() throws Exception {
    CatalogServer server = CatalogServer.builder(catalog).start();
    URI uri = server.uri();
    catalog.hold();
    try (RawHttp running = RawHttp.connect(uri);
        RawHttp open = RawHttp.connect(uri)) {
      running.send("GET", "/v1/projects/demo", "", new byte[0]);
      catalog.awaitHeld(1);
      open.send("GET", "/health", "", new byte[0]);
      assertThat(open.answer().status()).isEqualTo(200);

      CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);
      Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> refusesConnections(uri));
      open.send("GET", "/v1/projects", "", new byte[0]);
      RawHttp.Answer refused = open.answer();
      assertThat(refused.code()).isEqualTo("unavailable");
      assertThat(refused.header("Retry-After")).isEqualTo("1");
      assertThat(refused.header("Connection")).isEqualTo("close");
      assertThat(open.isEnded()).isTrue();
      assertThat(closing).isNotDone();

      catalog.release();
      RawHttp.Answer finished = running.answer();
      assertThat(finished.status()).isEqualTo(200);
      assertThat(finished.header("Connection")).isEqualTo("close");
      closing.get(20, TimeUnit.SECONDS);
    }
    server.close();
    // It was not the server that opened the catalog.
    assertThat(lake.main().name().value()).isEqualTo("main");
  }

  @Test
  void whatDoesNotEndInTimeIsCutOff() throws Exception {
    CatalogServer server =
        CatalogServer.builder(catalog).stopTimeout(Duration.ofMillis(200)).start();
    catalog.hold();
    try (RawHttp running = RawHttp.connect(server.uri())) {
      running.send("GET", "/v1/projects/demo", "", new byte[0]);
      catalog.awaitHeld(1);
      CompletableFuture.runAsync(server::close).get(30, TimeUnit.SECONDS);
      assertThat(new String(running.rest(), java.nio.charset.StandardCharsets.UTF_8))
          .doesNotContain("200 OK");
    }
  }

  @Test
  void aCatalogThatTheServerOpenedIsClosedWithIt() {
    Path own = directory.resolve("own");
    try (CatalogServer server = CatalogServer.serve(own)) {
      assertThat(server.uri().getPort()).isPositive();
      assertThatThrownBy(() -> CatalogServer.serve(own)).isInstanceOf(CatalogLockedException.class);
    }
    CatalogServer.serve(own).close();
  }

  private static boolean refusesConnections(URI uri) throws Exception {
    try (RawHttp http = RawHttp.connect(uri)) {
      return false;
    } catch (ConnectException e) {
      return true;
    }
  }
}
