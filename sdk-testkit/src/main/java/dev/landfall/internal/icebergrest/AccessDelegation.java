package dev.landfall.internal.icebergrest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.model.StorageAccess;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.rest.Endpoint;
import org.apache.iceberg.rest.RESTUtil;
import org.apache.iceberg.rest.credentials.ImmutableCredential;
import org.apache.iceberg.rest.responses.ImmutableLoadCredentialsResponse;
import org.apache.iceberg.rest.responses.LoadCredentialsResponse;
import org.apache.iceberg.rest.responses.LoadCredentialsResponseParser;

/**
 * Adds to an answer with a table how its files are reached, if the client asks for that and the
 * catalog tells it; and where the client gets other keys before those expire.
 */
final class AccessDelegation {

  private static final String VENDED_CREDENTIALS = "vended-credentials";

  private static final Set<Endpoint> WITH_TABLE =
      Set.of(Endpoint.V1_LOAD_TABLE, Endpoint.V1_CREATE_TABLE, Endpoint.V1_REGISTER_TABLE);

  private static final String SESSION_TOKEN = "s3.session-token";
  private static final String EXPIRES_AT = "s3.session-token-expires-at-ms";
  private static final Map<String, String> KEPT_BY_NOBODY = Map.of("Cache-Control", "no-store");

  private final Catalog catalog;

  AccessDelegation(Catalog catalog) {
    this.catalog = catalog;
  }

  void addTo(Operations operations) {
    if (catalog.capabilities().contains(Capability.STORAGE_ACCESS)) {
      operations.read(Endpoint.V1_TABLE_CREDENTIALS, (branch, request) -> credentials());
    }
  }

  /**
   * All tables are reached in one way, so it is no matter which one is meant, or if it is there.
   */
  private RestAnswer credentials() {
    LoadCredentialsResponse answer =
        ImmutableLoadCredentialsResponse.builder()
            .addCredentials(
                ImmutableCredential.builder()
                    .prefix("s3")
                    .config(config(catalog.storageAccess()))
                    .build())
            .build();
    byte[] body = LoadCredentialsResponseParser.toJson(answer).getBytes(UTF_8);
    return new RestAnswer(200, RestAnswer.OK, KEPT_BY_NOBODY, body);
  }

  RestOperation around(RestOperation operation) {
    return WITH_TABLE.contains(operation.endpoint())
        ? new RestOperation(operation.endpoint(), request -> answer(operation, request))
        : operation;
  }

  private RestAnswer answer(RestOperation operation, RestRequest request) {
    // Before the table is made, so that a failure has no effect.
    Optional<StorageAccess> access = isAsked(request) ? access() : Optional.empty();
    if (access.isEmpty()) {
      return operation.action().apply(request);
    }
    // What a client has already would be an answer without keys.
    RestAnswer answer = operation.action().apply(request.withoutIfNoneMatch());
    Map<String, String> config = config(access.get());
    if (config.containsKey(EXPIRES_AT)) {
      config.put("client.refresh-credentials-endpoint", refreshPath(request));
    }
    return new RestAnswer(
        answer.status(),
        answer.outcome(),
        KEPT_BY_NOBODY,
        RestJson.withConfig(answer.body(), config));
  }

  /** Returns where other keys are, below the address of the protocol. */
  private static String refreshPath(RestRequest request) {
    String path = Endpoint.V1_TABLE_CREDENTIALS.path().substring(1);
    // The name of a table that is created stands in the body.
    Map<String, String> variables = new HashMap<>(request.path());
    variables.computeIfAbsent(
        "table", missing -> RESTUtil.encodeString(RestJson.name(request.body())));
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      path = path.replace("{" + variable.getKey() + "}", variable.getValue());
    }
    return path;
  }

  private static boolean isAsked(RestRequest request) {
    return request.accessDelegation().stream()
        .flatMap(value -> Arrays.stream(value.split(",", -1)))
        .anyMatch(each -> each.strip().equals(VENDED_CREDENTIALS));
  }

  private Optional<StorageAccess> access() {
    if (!catalog.capabilities().contains(Capability.STORAGE_ACCESS)) {
      return Optional.empty();
    }
    try {
      return Optional.of(catalog.storageAccess());
    } catch (NotSupportedException e) {
      // A remote catalog says so only when it is asked; the client has settings of its own then.
      return Optional.empty();
    }
  }

  private static Map<String, String> config(StorageAccess access) {
    Map<String, String> config = new HashMap<>(access.properties());
    if (config.containsKey(SESSION_TOKEN)) {
      access
          .expiresAt()
          .ifPresent(end -> config.put(EXPIRES_AT, Long.toString(end.toEpochMilli())));
    }
    return config;
  }
}
