package dev.landfall.testkit.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.Snapshot;
import dev.landfall.catalog.Catalog;
import dev.landfall.internal.engine.DirectoryCatalog;
import dev.landfall.internal.wire.ErrorEnvelope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Thousands of requests of the Iceberg protocol with something in them that nobody thought of. Some
 * are right by chance and make commits; none may be answered by a failure of the server, or leave a
 * branch that cannot be read.
 */
@Timeout(180)
class IcebergFuzzTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int REQUESTS = Integer.getInteger("fuzz.requests", 4_000);
  private static final long MOST_NANOS = 40_000_000_000L;

  private static final String SALES = "/iceberg/v1/demo@main/namespaces/sales";
  private static final String SCHEMA =
      """
      {"type":"struct","schema-id":0,"fields":[
       {"id":1,"name":"id","required":true,"type":"long"},
       {"id":2,"name":"at","required":false,"type":{"type":"list","element-id":3,
        "element":"timestamptz","element-required":false}}]}""";
  private static final String UPDATES =
      """
      "updates":[
       {"action":"set-properties","updates":{"owner":"me"}},
       {"action":"remove-properties","removals":["owner"]},
       {"action":"add-schema","last-column-id":3,"schema":%s},
       {"action":"set-current-schema","schema-id":-1},
       {"action":"add-spec","spec":{"spec-id":0,"fields":[
        {"source-id":1,"field-id":1000,"name":"id_bucket","transform":"bucket[4]"}]}},
       {"action":"set-default-spec","spec-id":-1},
       {"action":"add-sort-order","sort-order":{"order-id":1,"fields":[
        {"transform":"identity","source-id":1,"direction":"asc","null-order":"nulls-first"}]}},
       {"action":"set-default-sort-order","sort-order-id":-1}]"""
          .formatted(SCHEMA);
  private static final String REQUIREMENTS =
      """
      "requirements":[
       {"type":"assert-current-schema-id","current-schema-id":0},
       {"type":"assert-ref-snapshot-id","ref":"main","snapshot-id":null}]""";
  private static final String TABLE =
      "{\"identifier\":{\"namespace\":[\"sales\"],\"name\":\"orders\"}," + REQUIREMENTS + ",";

  /** Requests that are right, until something in them is changed. */
  private record Template(String method, String path, String body) {}

  private static final List<Template> TEMPLATES =
      List.of(
          new Template("GET", "/iceberg/v1/config?warehouse=demo", ""),
          new Template("GET", "/iceberg/v1/demo@main/namespaces?parent=sales&pageSize=2", ""),
          new Template("GET", SALES, ""),
          new Template("HEAD", SALES, ""),
          new Template("GET", SALES + "/tables?pageToken=&pageSize=3", ""),
          new Template("GET", SALES + "/tables/orders?snapshots=refs", ""),
          new Template("HEAD", SALES + "/tables/orders", ""),
          new Template("DELETE", SALES + "/tables/none?purgeRequested=false", ""),
          new Template("DELETE", "/iceberg/v1/demo@main/namespaces/none", ""),
          new Template(
              "POST",
              "/iceberg/v1/demo@main/namespaces",
              "{\"namespace\":[\"a\",\"b\"],\"properties\":{\"k\":\"v\"}}"),
          new Template(
              "POST", SALES + "/properties", "{\"removals\":[\"a\"],\"updates\":{\"b\":\"c\"}}"),
          new Template(
              "POST",
              SALES + "/tables",
              "{\"name\":\"new\",\"schema\":"
                  + SCHEMA
                  + ",\"stage-create\":false,\"partition-spec\":{\"spec-id\":0,\"fields\":[]},"
                  + "\"properties\":{\"format-version\":\"2\"}}"),
          new Template(
              "POST",
              SALES + "/register",
              "{\"name\":\"r\",\"metadata-location\":\"/etc/passwd\"}"),
          new Template("POST", SALES + "/tables/orders", "{" + REQUIREMENTS + "," + UPDATES + "}"),
          new Template(
              "POST",
              "/iceberg/v1/demo@main/tables/rename",
              "{\"source\":{\"namespace\":[\"sales\"],\"name\":\"orders\"},"
                  + "\"destination\":{\"namespace\":[\"sales\"],\"name\":\"orders\"}}"),
          new Template(
              "POST",
              "/iceberg/v1/demo@main/transactions/commit",
              "{\"table-changes\":[" + TABLE + UPDATES + "}]}"),
          new Template("POST", SALES + "/tables/orders/metrics", "{\"report-type\":\"scan\"}"));

  private static final List<JsonNode> ODD =
      List.of(
          JsonNodeFactory.instance.nullNode(),
          JsonNodeFactory.instance.textNode(""),
          JsonNodeFactory.instance.textNode("%00%2F..\u0000\uD800"),
          JsonNodeFactory.instance.textNode("../../x"),
          JsonNodeFactory.instance.textNode("a.b`c\"d"),
          JsonNodeFactory.instance.textNode("x".repeat(5_000)),
          JsonNodeFactory.instance.numberNode(-1),
          JsonNodeFactory.instance.numberNode(Long.MAX_VALUE),
          JsonNodeFactory.instance.numberNode(1e300),
          JsonNodeFactory.instance.booleanNode(true),
          JsonNodeFactory.instance.arrayNode(),
          JsonNodeFactory.instance.objectNode());

  @TempDir Path directory;

  @Test
  void noRequestMakesTheServerFailOrABranchUnreadable() throws Exception {
    long seed = Long.getLong("fuzz.seed", System.nanoTime());
    System.out.println("IcebergFuzzTest: seed " + seed + ", repeat with -Dfuzz.seed=" + seed);
    Random random = new Random(seed);
    Catalog catalog =
        DirectoryCatalog.open(directory.resolve("lake"), DirectoryCatalog.Options.defaults());
    try (LandfallClient client = LandfallClient.builder().catalog(catalog).build();
        CatalogServer server = CatalogServer.builder(catalog).requestLog(false).start()) {
      Project project = client.createProject("demo");
      prepare(server);
      TreeMap<Integer, Integer> statuses = new TreeMap<>();
      long end = System.nanoTime() + MOST_NANOS;
      int sent = 0;
      while (sent < REQUESTS && System.nanoTime() < end) {
        Template request = changed(TEMPLATES.get(random.nextInt(TEMPLATES.size())), random);
        RawHttp.Answer answer = send(server, request);
        check(request, answer, "seed " + seed + ", request " + sent + ": " + request + "\n");
        statuses.merge(answer.status(), 1, Integer::sum);
        sent++;
      }
      System.out.println("IcebergFuzzTest: " + sent + " requests, answered " + statuses);
      assertThat(sent).as("requests within the time").isGreaterThan(REQUESTS / 10);
      assertThat(statuses).containsKeys(200, 400, 404, 409);
      Snapshot head = project.branch("main");
      assertThat(head.tables().toList())
          .as("seed %s", seed)
          .isNotEmpty()
          .allSatisfy(name -> assertThat(head.table(name.qualified()).rows()).isEmpty());
    }
  }

  private static void prepare(CatalogServer server) throws Exception {
    for (Template right :
        List.of(
            new Template("POST", "/iceberg/v1/demo@main/namespaces", "{\"namespace\":[\"sales\"]}"),
            new Template(
                "POST", SALES + "/tables", "{\"name\":\"orders\",\"schema\":" + SCHEMA + "}"))) {
      RawHttp.Answer answer = send(server, right);
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }
  }

  private static RawHttp.Answer send(CatalogServer server, Template request) throws Exception {
    return RawHttp.ask(
        server.uri(),
        request.method(),
        request.path(),
        "Content-Type: application/json\r\n",
        request.body().getBytes(UTF_8));
  }

  private static void check(Template request, RawHttp.Answer answer, String what) throws Exception {
    assertThat(answer.status()).as(what + answer.text()).isLessThan(500);
    assertThat(answer.text()).as(what).doesNotContain("\tat ", "at dev.landfall", "root:");
    if (answer.status() >= 400 && !request.method().equals("HEAD")) {
      // What is no HTTP, or has left the protocol's paths, is refused in the server's own words.
      JsonNode code = JSON.readTree(answer.body()).at("/error/code");
      boolean isIcebergs = code.isInt() && code.intValue() == answer.status();
      assertThat(isIcebergs || ErrorEnvelope.decode(answer.status(), answer.body()).isPresent())
          .as(what + answer.text())
          .isTrue();
    }
  }

  private static Template changed(Template template, Random random) throws Exception {
    String path = template.path();
    String body = template.body();
    if (body.isEmpty() || random.nextInt(4) == 0) {
      path = pathChanged(path, random);
    }
    if (!body.isEmpty()) {
      JsonNode json = JSON.readTree(body);
      for (int i = random.nextInt(3); i >= 0; i--) {
        change(json, random);
      }
      body = json.toString();
      if (random.nextInt(10) == 0) {
        body = body.substring(0, random.nextInt(body.length()));
      }
    }
    return new Template(template.method(), path, body);
  }

  private static String pathChanged(String path, Random random) {
    List<String> odd =
        List.of("%1F", "%25", "%2F", "..", "%00", "%", "%C3%28", "@", "%E2%82%AC", "a.b", "+", "");
    String[] parts = path.split("(?<=[/=&?])");
    parts[1 + random.nextInt(parts.length - 1)] = odd.get(random.nextInt(odd.size()));
    return String.join("", parts);
  }

  /** Replaces, removes or doubles some value below a node. */
  private static void change(JsonNode node, Random random) {
    List<Runnable> places = new ArrayList<>();
    collect(node, random, places);
    if (!places.isEmpty()) {
      places.get(random.nextInt(places.size())).run();
    }
  }

  private static void collect(JsonNode node, Random random, List<Runnable> places) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        String name = field.getKey();
        places.add(() -> object.set(name, odd(random)));
        places.add(() -> object.remove(name));
        places.add(() -> object.set(name + "x", object.get(name)));
        collect(field.getValue(), random, places);
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        int at = i;
        places.add(() -> array.set(at, odd(random)));
        places.add(() -> array.insert(at, array.get(at)));
        places.add(() -> array.remove(at));
        collect(array.get(i), random, places);
      }
    }
  }

  private static JsonNode odd(Random random) {
    return ODD.get(random.nextInt(ODD.size())).deepCopy();
  }
}
