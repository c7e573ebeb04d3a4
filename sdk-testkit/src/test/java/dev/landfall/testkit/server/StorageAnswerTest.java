package dev.landfall.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.ProtocolException;
import dev.landfall.config.HttpOptions;
import dev.landfall.internal.http.HttpCatalog;
import dev.landfall.model.StorageAccess;
import dev.landfall.testkit.fault.CannedAnswer;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The way to the storage, as a server tells it and a client reads it. */
@Timeout(120)
class StorageAnswerTest {

  private static final String SECRET = "s3cret-marker";

  @TempDir Path directory;
  private BareLake lake;

  @BeforeEach
  void create() {
    lake = BareLake.create(directory.resolve("lake"));
  }

  @AfterEach
  void close() {
    lake.close();
  }

  private static StorageAccess access() {
    return StorageAccess.of(
            Map.of("s3.access-key-id", "id", "s3.secret-access-key", SECRET + " \"ü\\"))
        .expiringAt(Instant.parse("2030-01-02T03:04:05.678901234Z"));
  }

  @Test
  void arrivesAsItWasGivenAndIsKeptByNobodyOnTheWay() throws Exception {
    PrintStream err = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try (CatalogServer server =
            CatalogServer.builder(lake.catalog).storageAccess(StorageAnswerTest::access).start();
        Catalog client = HttpCatalog.at(server.uri(), HttpOptions.defaults())) {
      assertThat(client.storageAccess()).isEqualTo(access());
      assertThat(RawHttp.get(server.uri(), "/v1/storage").header("Cache-Control"))
          .isEqualTo("no-store");
      assertThat(RawHttp.get(server.uri(), "/v1/storage?a=b").code()).isEqualTo("invalid-request");
      assertThat(log.toString(StandardCharsets.UTF_8))
          .contains("GET /v1/storage 200 ok")
          .doesNotContain(SECRET);
    } finally {
      System.setErr(err);
    }
  }

  @Test
  void aFailureIsA503AndWhatItSaysIsToldToNobody() throws Exception {
    PrintStream err = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try (CatalogServer server =
        CatalogServer.builder(lake.catalog)
            .storageAccess(
                () -> {
                  throw new IllegalStateException(SECRET);
                })
            .start()) {
      RawHttp.Answer answer = RawHttp.get(server.uri(), "/v1/storage");
      assertThat(answer.code()).isEqualTo("unavailable");
      assertThat(answer.header("Retry-After")).isEqualTo("1");
      assertThat(answer.text()).contains("access to the storage").doesNotContain(SECRET);
      assertThat(log.toString(StandardCharsets.UTF_8))
          .contains("IllegalStateException")
          .doesNotContain(SECRET);
    } finally {
      System.setErr(err);
    }
  }

  @Test
  void aCatalogThatDoesNotTellSaysSo() throws Exception {
    try (CatalogServer server = CatalogServer.builder(lake.catalog).start();
        Catalog client = HttpCatalog.at(server.uri(), HttpOptions.defaults())) {
      assertThatThrownBy(client::storageAccess)
          .isInstanceOf(NotSupportedException.class)
          .hasMessageContaining("set StorageOptions");
    }
    assertThatThrownBy(lake.catalog::storageAccess).isInstanceOf(NotSupportedException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"properties\":null}",
        "{\"properties\":{\"s3.access-key-id\":\"s3cret-marker\"}}",
        "{\"properties\":{\"s3.session-token\":7}}",
        "{\"properties\":{\"s3.session-token\":\"s3cret-marker\\n\"}}",
        "{\"properties\":{\"\":\"s3cret-marker\"}}",
        "{\"properties\":{\"a\":\"s3cret-marker\"},\"expiresAt\":\"tomorrow\"}",
        "{\"properties\":{\"a\":\"s3cret-marker\",\"a\":\"b\"}}",
        "{\"properties\":{\"a\":\"s3cret-mar",
      })
  void anAnswerThatDoesNotTellIsRefusedWithoutItsValues(String body) {
    FaultPlan faults = new FaultPlan();
    faults
        .onRead()
        .first()
        .answer(CannedAnswer.of(200).withHeader("Content-Type", "application/json").withBody(body));
    try (CatalogServer server = CatalogServer.builder(lake.catalog).start();
        FaultProxy proxy = FaultProxy.start(server.uri(), faults);
        Catalog client = HttpCatalog.at(proxy.uri(), HttpOptions.defaults())) {
      assertThatThrownBy(client::storageAccess)
          .isInstanceOf(ProtocolException.class)
          .satisfies(
              e -> {
                for (Throwable each = e; each != null; each = each.getCause()) {
                  assertThat(each.toString()).doesNotContain("s3cret");
                }
              });
    }
  }

  @Test
  void noTextOfItShowsAValue() {
    assertThat(access().toString())
        .isEqualTo(
            "StorageAccess[s3.access-key-id, s3.secret-access-key] until"
                + " 2030-01-02T03:04:05.678901234Z");
    Map<String, String> many = new HashMap<>();
    for (int i = 0; i < 101; i++) {
      many.put("s3.write.tags." + i, SECRET);
    }
    for (Map<String, String> wrong :
        List.of(
            many,
            Map.of("s3.secret-access-key", SECRET),
            Map.of("s3.session-token", SECRET + "\u0000"),
            Map.of("s3.session-token", SECRET.repeat(2000)),
            Map.of("s 3", SECRET))) {
      assertThatThrownBy(() -> StorageAccess.of(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .satisfies(e -> assertThat(e.toString()).doesNotContain(SECRET));
    }
  }
}
