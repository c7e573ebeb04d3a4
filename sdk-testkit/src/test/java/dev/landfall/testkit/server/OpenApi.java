package dev.landfall.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSink;

/** Holds what passes a client against the OpenAPI document. */
final class OpenApi implements Interceptor {

  private static final Path DOCUMENT = Path.of("../sdk/src/main/openapi/catalog.yaml");
  private static final int MOST_BYTES = 64 * 1024 * 1024;

  private final ObjectMapper json = new ObjectMapper();
  private final SchemaRegistry schemas =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final JsonNode document;
  private final Set<String> seen = new ConcurrentSkipListSet<>();

  OpenApi() throws IOException {
    document = new YAMLMapper().readTree(DOCUMENT.toFile());
  }

  /** Returns the ids of the operations that were used. */
  Set<String> seen() {
    return seen;
  }

  /** Returns the ids of all operations. */
  Set<String> operations() {
    Set<String> ids = new TreeSet<>();
    document
        .get("paths")
        .forEach(
            path ->
                path.forEach(
                    operation -> {
                      if (operation.has("operationId")) {
                        ids.add(operation.get("operationId").textValue());
                      }
                    }));
    return ids;
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Request request = chain.request();
    JsonNode path = path(request.url().encodedPath());
    JsonNode operation = path.path(request.method().toLowerCase(Locale.ROOT));
    assertThat(operation.isObject()).as("documented: %s", request).isTrue();
    checkQuery(request, path, operation);
    AtomicReference<String> sent = new AtomicReference<>("");
    Response response = chain.proceed(recording(request, sent));
    if (!sent.get().isEmpty()) {
      JsonNode schema = operation.at("/requestBody/content/application~1json/schema");
      check(sent.get(), schema, request + " body");
    }
    checkAnswer(request, operation, response);
    seen.add(operation.get("operationId").textValue());
    return response;
  }

  /** The SDK's bodies can be written once, so they are read as they are sent. */
  private static Request recording(Request request, AtomicReference<String> sent) {
    RequestBody body = request.body();
    if (body == null) {
      return request;
    }
    RequestBody recording =
        new RequestBody() {
          @Override
          public MediaType contentType() {
            return body.contentType();
          }

          @Override
          public long contentLength() throws IOException {
            return body.contentLength();
          }

          @Override
          public boolean isOneShot() {
            return body.isOneShot();
          }

          @Override
          public void writeTo(BufferedSink sink) throws IOException {
            Buffer copy = new Buffer();
            body.writeTo(copy);
            sent.set(copy.clone().readUtf8());
            sink.writeAll(copy);
          }
        };
    return request.newBuilder().method(request.method(), recording).build();
  }

  private JsonNode path(String encodedPath) {
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      String pattern = path.getKey().replaceAll("\\{[^}]*}", "[^/]+");
      if (encodedPath.matches(pattern)) {
        return path.getValue();
      }
    }
    throw new AssertionError("No documented path is " + encodedPath);
  }

  private void checkQuery(Request request, JsonNode path, JsonNode operation) {
    Set<String> known = new HashSet<>();
    for (JsonNode list : new JsonNode[] {path.path("parameters"), operation.path("parameters")}) {
      for (JsonNode parameter : list) {
        JsonNode resolved = resolve(parameter);
        String name = resolved.get("name").textValue();
        if (resolved.get("in").textValue().equals("header")) {
          assertThat(request.header(name)).as(name).isNotNull();
        } else if (resolved.get("in").textValue().equals("query")) {
          known.add(name);
          boolean required = resolved.path("required").booleanValue();
          assertThat(request.url().queryParameterNames().contains(name) || !required)
              .as("%s has %s", request, name)
              .isTrue();
        }
      }
    }
    assertThat(known).as("%s", request).containsAll(request.url().queryParameterNames());
  }

  private void checkAnswer(Request request, JsonNode operation, Response response)
      throws IOException {
    JsonNode responses = operation.get("responses");
    String status = Integer.toString(response.code());
    JsonNode documented = resolve(responses.path(status));
    if (documented.isMissingNode()) {
      assertThat(response.code()).as("%s", request).isGreaterThanOrEqualTo(400);
      documented = resolve(responses.get("default"));
    }
    assertThat(response.header("Landfall-Request-Id")).matches("[A-Za-z0-9_-]{1,64}");
    String body = response.peekBody(MOST_BYTES).string();
    JsonNode schema = documented.at("/content/application~1json/schema");
    if (schema.isMissingNode()) {
      assertThat(body).isEmpty();
    } else {
      check(body, schema, request + " answered " + status);
    }
  }

  private void check(String text, JsonNode schema, String what) throws IOException {
    assertThat(schema.isMissingNode()).as("%s is documented", what).isFalse();
    ObjectNode whole = schema.deepCopy();
    whole.set("components", document.get("components"));
    Schema compiled = schemas.getSchema(whole);
    assertThat(compiled.validate(json.readTree(text))).as("%s: %s", what, text).isEmpty();
  }

  private JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? document.at(node.get("$ref").textValue().substring(1)) : node;
  }
}
