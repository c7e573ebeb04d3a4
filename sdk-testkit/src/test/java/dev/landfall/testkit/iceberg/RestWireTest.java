package dev.landfall.testkit.iceberg;

import static dev.landfall.testkit.iceberg.ServedIceberg.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the server answers to requests of the Iceberg REST protocol, as they stand on the wire. */
@Timeout(120)
class RestWireTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TABLES = "/v1/demo@main/namespaces/sales/tables";
  private static final String CREATE =
      """
      {"name":"orders","schema":{"type":"struct","schema-id":0,"fields":[
       {"id":1,"name":"id","required":true,"type":"long"}]}}
      """;
  private static final String SET_OWNER =
      """
      {"requirements":[],"updates":[{"action":"set-properties","updates":{"owner":"me"}}]}
      """;

  @TempDir Path directory;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Outage outage = new Outage();
  private ServedIceberg lake;

  /** An answer. */
  record Answer(int status, HttpResponse<String> response) {

    JsonNode json() {
      try {
        return JSON.readTree(response.body());
      } catch (Exception e) {
        throw new AssertionError(response.body(), e);
      }
    }

    String error() {
      JsonNode error = json().get("error");
      assertThat(error.get("code").intValue()).isEqualTo(status);
      assertThat(error.get("message").textValue()).isNotBlank();
      return status + " " + error.get("type").textValue();
    }
  }

  @BeforeEach
  void open() throws Exception {
    lake = ServedIceberg.create(directory.resolve("lake"), outage::before);
    assertThat(post("/v1/demo@main/namespaces", "{\"namespace\":[\"sales\"]}").status())
        .isEqualTo(200);
  }

  @AfterEach
  void close() throws Exception {
    lake.close();
  }

  @Test
  void theConfigurationTellsPrefixEndpointsAndKeys() throws Exception {
    Answer config = get("/v1/config?warehouse=demo");

    assertThat(config.json().at("/overrides/prefix").textValue()).isEqualTo("demo@main");
    assertThat(config.json().get("idempotency-key-lifetime").textValue()).isEqualTo("P365D");
    List<String> endpoints = new ArrayList<>();
    config.json().get("endpoints").forEach(each -> endpoints.add(each.textValue()));
    assertThat(endpoints)
        .contains("POST /v1/{prefix}/transactions/commit")
        .noneMatch(endpoint -> endpoint.contains("views"));
    assertThat(get("/v1/config?warehouse=none").error()).isEqualTo("404 NoSuchWarehouseException");
    assertThat(get("/v1/config").error()).isEqualTo("400 BadRequestException");
  }

  @Test
  void everyRefusalHasIcebergsShape() throws Exception {
    assertThat(post(TABLES, CREATE).status()).isEqualTo(200);
    String orders = TABLES + "/orders";
    for (var each :
        Map.of(
                get(TABLES + "/none"), "404 NoSuchTableException",
                get("/v1/demo/namespaces/none/tables/x"), "404 NoSuchTableException",
                get("/v1/demo/namespaces/none/tables"), "404 NoSuchNamespaceException",
                get("/v1/none@main/namespaces"), "404 NotFoundException",
                get("/v1/demo/namespaces/sales/views"), "406 UnsupportedOperationException",
                get("/v1/none/such/path/at/all"), "404 NotFoundException",
                post(TABLES, CREATE), "409 AlreadyExistsException",
                post(TABLES, "{\"name\":1}"), "400 BadRequestException",
                post(TABLES, "no json"), "400 BadRequestException",
                post(TABLES, "null"), "400 BadRequestException")
            .entrySet()) {
      assertThat(each.getKey().error()).isEqualTo(each.getValue());
    }
    for (var each :
        Map.of(
                post(orders, requiring("assert-table-uuid", UUID.randomUUID())),
                "409 CommitFailedException",
                post(orders, "{\"requirements\":[{\"type\":\"new\"}],\"updates\":[]}"),
                "400 BadRequestException",
                post(orders, "{\"requirements\":[],\"updates\":[{\"action\":\"new\"}]}"),
                "400 BadRequestException",
                post("/v1/demo/namespaces/sales/properties", "{\"removals\":[null]}"),
                "400 BadRequestException",
                post(
                    "/v1/demo/namespaces/sales/properties",
                    "{\"removals\":[\"a\"],\"updates\":{\"a\":\"b\"}}"),
                "422 UnprocessableEntityException",
                post("/v1/demo/transactions/commit", "{\"table-changes\":[]}"),
                "400 BadRequestException",
                send("DELETE", "/v1/demo/namespaces/sales", "", ""),
                "409 NamespaceNotEmptyException",
                send("PATCH", orders, "", ""),
                "405 BadRequestException",
                get(TABLES + "?pageSize=0"),
                "400 IllegalArgumentException",
                post(orders, SET_OWNER, "no uuid"),
                "400 BadRequestException")
            .entrySet()) {
      assertThat(each.getKey().error()).isEqualTo(each.getValue());
    }
    assertThat(send("HEAD", orders, "", "").status()).isEqualTo(204);
    assertThat(send("HEAD", TABLES + "/none", "", "").status()).isEqualTo(404);
    assertThat(post(orders + "/metrics", "{\"report-type\":\"new\"}").status()).isEqualTo(204);
  }

  @Test
  void listsComeInPages() throws Exception {
    for (String name : List.of("c", "a", "e", "b", "d")) {
      lake.project
          .branch("main")
          .commit()
          .createTable("sales." + name, lake.project.writeTable(rows(1)))
          .createTable("sales" + name + ".t", lake.project.writeTable(rows(1)))
          .publish();
    }
    List<String> tables = new ArrayList<>();
    String token = "";
    do {
      JsonNode page = get(TABLES + "?pageSize=2&pageToken=" + token).json();
      assertThat(page.get("identifiers")).hasSizeBetween(1, 2);
      page.get("identifiers").forEach(each -> tables.add(each.get("name").textValue()));
      token = page.path("next-page-token").asText("");
      assertThat(tables).hasSizeLessThan(6);
    } while (!token.isEmpty() && !token.equals("null"));
    assertThat(tables).containsExactly("a", "b", "c", "d", "e");
    JsonNode first = get("/v1/demo/namespaces?pageSize=3").json();
    assertThat(first.get("namespaces").toString())
        .isEqualTo("[[\"default\"],[\"sales\"],[\"salesa\"]]");
  }

  @Test
  void whoHasATableIsNotSentItAgain() throws Exception {
    Answer created = post(TABLES, CREATE);
    String tag = created.response().headers().firstValue("ETag").orElseThrow();
    String orders = TABLES + "/orders";

    assertThat(conditional(orders, tag).status()).isEqualTo(304);
    assertThat(conditional(orders, tag).response().body()).isEmpty();
    assertThat(conditional(orders, "W/" + tag + ", \"other\"").status()).isEqualTo(304);
    assertThat(conditional(orders + "?snapshots=refs", tag).status()).isEqualTo(200);
    String newTag = post(orders, SET_OWNER).response().headers().firstValue("ETag").orElseThrow();
    Answer changed = conditional(orders, tag);
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.response().headers().firstValue("ETag")).contains(newTag);
  }

  @Test
  void aRequestThatIsSentAgainChangesNothingAndIsAnsweredAsBefore() throws Exception {
    String rename =
        """
        {"source":{"namespace":["sales"],"name":"orders"},
         "destination":{"namespace":["sales"],"name":"old"}}
        """;
    String transaction =
        """
        {"table-changes":[{"identifier":{"namespace":["sales"],"name":"old"},
         "requirements":[],"updates":[{"action":"set-properties","updates":{"a":"b"}}]}]}
        """;
    String properties = "{\"removals\":[],\"updates\":{\"a\":\"b\"}}";
    for (var request :
        List.of(
            List.of("POST", "/v1/demo@main/namespaces", "{\"namespace\":[\"more\"]}"),
            List.of("POST", "/v1/demo@main/namespaces/more/properties", properties),
            List.of("DELETE", "/v1/demo@main/namespaces/more", ""),
            List.of("POST", TABLES, CREATE),
            List.of("POST", TABLES + "/orders", SET_OWNER),
            List.of("POST", "/v1/demo@main/tables/rename", rename),
            List.of("POST", "/v1/demo@main/transactions/commit", transaction),
            List.of("DELETE", TABLES + "/old", ""))) {
      String key = UUID.randomUUID().toString();
      long before = lake.commits("main");

      Answer first = send(request.get(0), request.get(1), request.get(2), key);
      Answer second = send(request.get(0), request.get(1), request.get(2), key);

      assertThat(first.status()).as("%s", request).isIn(200, 204);
      assertThat(second.status()).as("%s", request).isEqualTo(first.status());
      assertThat(second.response().body()).isEqualTo(first.response().body());
      assertThat(lake.commits("main")).as("%s", request).isEqualTo(before + 1);
      assertThat(newest().operationId()).contains(OperationId.of(key));
    }
  }

  @Test
  void aRequestThatIsSentAgainIsAnsweredAsItWasThen() throws Exception {
    assertThat(post(TABLES, CREATE).status()).isEqualTo(200);
    String key = UUID.randomUUID().toString();
    Answer first = post(TABLES + "/orders", SET_OWNER, key);
    assertThat(post(TABLES + "/orders", SET_OWNER.replace("me", "you")).status()).isEqualTo(200);
    assertThat(send("DELETE", TABLES + "/orders", "", "").status()).isEqualTo(204);

    assertThat(post(TABLES + "/orders", SET_OWNER, key.toUpperCase(java.util.Locale.ROOT)).json())
        .isEqualTo(first.json());
    assertThat(post(TABLES + "/orders", SET_OWNER.replace("me", "you"), key).error())
        .isEqualTo("422 UnprocessableEntityException");
  }

  @Test
  void anOutcomeThatCannotBeFoundOutIsUnknownAndTheSameKeyFindsItOut() throws Exception {
    assertThat(post(TABLES, CREATE).status()).isEqualTo(200);
    String key = UUID.randomUUID().toString();
    long before = lake.commits("main");
    outage.begin();
    Answer unknown = post(TABLES + "/orders", SET_OWNER, key);
    outage.end();

    assertThat(unknown.error()).isEqualTo("500 CommitStateUnknownException");
    assertThat(lake.commits("main")).isEqualTo(before + 1);
    Answer known = post(TABLES + "/orders", SET_OWNER, key);
    assertThat(known.json().at("/metadata/properties/owner").textValue()).isEqualTo("me");
    assertThat(lake.commits("main")).isEqualTo(before + 1);
  }

  /** After a 503 an engine deletes its files, as that says that nothing was done. */
  @Test
  void whatLandedIsUnknownIfItCannotBeReadBack() throws Exception {
    assertThat(post(TABLES, CREATE).status()).isEqualTo(200);
    String key = UUID.randomUUID().toString();
    outage.beginAfterTheAnswer();
    Answer notRead = post(TABLES + "/orders", SET_OWNER, key);
    Answer sentAgain = post(TABLES + "/orders", SET_OWNER, key);
    outage.end();

    assertThat(notRead.error()).isEqualTo("500 CommitStateUnknownException");
    assertThat(sentAgain.error()).isEqualTo("500 CommitStateUnknownException");
    assertThat(post(TABLES + "/orders", SET_OWNER, key).status()).isEqualTo(200);
    assertThat(lake.messages("main", 1)).containsExactly("Update table sales.orders");
  }

  @Test
  void aSnapshotWhoseFilesLieElsewhereIsRefused() throws Exception {
    assertThat(post(TABLES, CREATE).status()).isEqualTo(200);
    String snapshot =
        """
        {"requirements":[],"updates":[{"action":"add-snapshot","snapshot":{"snapshot-id":1,
         "sequence-number":1,"timestamp-ms":1,"summary":{"operation":"append"},"schema-id":0,
         "manifest-list":"/etc/passwd"}}]}
        """;
    Answer refused = post(TABLES + "/orders", snapshot);

    assertThat(refused.error()).isEqualTo("400 IllegalArgumentException");
    assertThat(refused.response().body()).contains("does not lie under the project's location");
  }

  private CommitInfo newest() {
    return lake.project.branch("main").commitInfo();
  }

  private static String requiring(String type, UUID uuid) {
    return "{\"requirements\":[{\"type\":\"%s\",\"uuid\":\"%s\"}],\"updates\":[]}"
        .formatted(type, uuid);
  }

  private Answer get(String path) throws Exception {
    return send("GET", path, "", "");
  }

  private Answer post(String path, String body) throws Exception {
    return post(path, body, "");
  }

  private Answer post(String path, String body, String key) throws Exception {
    return send("POST", path, body, key);
  }

  private Answer conditional(String path, String tag) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(lake.uri() + path)).header("If-None-Match", tag).build();
    return answer(request);
  }

  private Answer send(String method, String path, String body, String key) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(lake.uri() + path));
    request.method(
        method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    if (!key.isEmpty()) {
      request.header("Idempotency-Key", key);
    }
    return answer(request.build());
  }

  private Answer answer(HttpRequest request) throws Exception {
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
    return new Answer(response.statusCode(), response);
  }
}
