package dev.landfall.testkit.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.LandfallClient;
import dev.landfall.config.HttpOptions;
import dev.landfall.iceberg.LandfallCatalog;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.ManualTime;
import dev.landfall.testkit.server.CatalogServer;
import dev.landfall.testkit.server.ServedLake;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.rest.RESTCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Programs of Iceberg that have the address of a catalog and a token. */
@ExtendWith(WithS3.class)
class StorageAccessIcebergTest {

  private static final String TOKEN = "catalog-token";
  private static final String DELEGATION = "X-Iceberg-Access-Delegation";
  private static final String TABLE = "/iceberg/v1/demo@main/namespaces/default/tables/orders";

  private final ManualTime time = ManualTime.now();
  @TempDir private Path directory;
  private S3Gate gate;
  private KeyIssuer issuer;
  private CatalogServer server;
  private LandfallClient client;

  @BeforeEach
  void serve(S3Server s3) throws Exception {
    gate = new S3Gate(s3.endpoint());
    issuer = new KeyIssuer(gate, time);
    server =
        CatalogServer.builder(directory)
            .warehouse("s3://" + s3.newBucket() + "/lake")
            .storage(S3Lake.storage(s3.endpoint()))
            .storageAccess(issuer)
            .token(TOKEN)
            .start();
    HttpOptions http = HttpOptions.builder().credentials(() -> TOKEN).build();
    client = LandfallClient.builder().uri(server.uri()).http(http).timeSource(time).build();
    client.createProject("demo");
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
    gate.close();
  }

  @Test
  void aBranchAsAnIcebergCatalogIsToldTheWay() throws Exception {
    LandfallCatalog catalog = new LandfallCatalog();
    try (catalog) {
      catalog.initialize("lake", properties(server.uri()));
      S3IcebergTest.createAndAppend(catalog);
      assertThat(S3IcebergTest.sum(catalog.loadTable(S3IcebergTest.IDS))).isEqualTo(3);
    }
    assertThat(new HashSet<>(gate.used())).containsExactly(KeyIssuer.key(1));
  }

  @Test
  void whatGoesToAnotherProcessHasTheKeysWithIt() throws Exception {
    String file = orders();
    byte[] bytes = serialized(client.project("demo").fileIO());
    int asked = issuer.asked.get();

    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes));
        FileIO there = (FileIO) in.readObject()) {
      assertThat(there.newInputFile(file).getLength()).isPositive();
    }

    assertThat(issuer.asked).as("nobody could be asked there").hasValue(asked);
  }

  @Test
  void icebergsOwnClientIsToldTheWayIfItAsksAndRenewsTheKey() throws Exception {
    PrintStream err = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, UTF_8));
    try {
      workWithIcebergsOwnClient();
    } finally {
      System.setErr(err);
    }
    assertThat(gate.used()).isNotEmpty().allMatch(key -> key.id().startsWith("key-"));
    assertThat(log.toString(UTF_8))
        .contains("GET /iceberg/v1/demo@main/namespaces/sales/tables/ids/credentials 200 ok")
        .doesNotContain(KeyIssuer.SECRET);
  }

  private void workWithIcebergsOwnClient() throws Exception {
    // So short that Iceberg's client asks for another one at once.
    issuer.lifetime(Duration.ofMinutes(4));
    try (RESTCatalog catalog = new RESTCatalog()) {
      Map<String, String> properties = properties(URI.create(server.uri() + "/iceberg"));
      properties.put(CatalogProperties.FILE_IO_IMPL, "org.apache.iceberg.aws.s3.S3FileIO");
      properties.put("http-client.type", "urlconnection");
      properties.put("header." + DELEGATION, "vended-credentials");
      catalog.initialize("rest", properties);

      S3IcebergTest.createAndAppend(catalog);

      assertThat(S3IcebergTest.sum(catalog.loadTable(S3IcebergTest.IDS))).isEqualTo(3);
    }
  }

  @Test
  void onlyWhoAsksGetsKeysAndNeverAnAnswerFromBefore() throws Exception {
    orders();
    HttpResponse<String> plain = load();
    assertThat(plain.body()).doesNotContain("s3.");
    String tag = plain.headers().firstValue("ETag").orElseThrow();
    assertThat(load("If-None-Match", tag).statusCode()).isEqualTo(304);
    assertThat(load(DELEGATION, "remote-signing").body()).doesNotContain("s3.");

    HttpResponse<String> told =
        load(DELEGATION, "remote-signing, vended-credentials", "If-None-Match", tag);

    assertThat(told.statusCode()).isEqualTo(200);
    assertThat(told.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(told.headers().firstValue("ETag")).isEmpty();
    long end = time.instant().plus(KeyIssuer.LIFETIME).toEpochMilli();
    assertThat(told.body())
        .contains("\"s3.access-key-id\":\"key-")
        .contains("\"s3.session-token-expires-at-ms\":\"" + end + "\"");

    issuer.fail(true);
    HttpResponse<String> failed = load(DELEGATION, "vended-credentials");
    assertThat(failed.statusCode()).isEqualTo(503);
    assertThat(failed.body()).contains("access to the storage").doesNotContain(KeyIssuer.SECRET);
  }

  /** Makes a table of the SDK's, and returns where its metadata is. */
  private String orders() throws Exception {
    var project = client.project("demo");
    var head =
        project
            .branch("main")
            .commit()
            .createTable("orders", project.writeTable(Rows.of(ServedLake.orders(0, 10))))
            .publish();
    return head.findEntry("orders").orElseThrow().metadataLocation();
  }

  private static byte[] serialized(Object object) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  private HttpResponse<String> load(String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.uri() + TABLE))
            .header("Authorization", "Bearer " + TOKEN);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static Map<String, String> properties(URI uri) {
    return new HashMap<>(
        Map.of(
            CatalogProperties.URI,
            uri.toString(),
            CatalogProperties.WAREHOUSE_LOCATION,
            "demo",
            "token",
            TOKEN));
  }
}
