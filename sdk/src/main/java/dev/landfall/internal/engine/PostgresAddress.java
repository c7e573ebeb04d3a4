package dev.landfall.internal.engine;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The address of a catalog in PostgreSQL: {@code jdbc:postgresql://host:port/database}, with
 * parameters of ours and of the driver.
 *
 * @param url what the driver connects to, without parameters
 * @param parameters those that go to the driver
 */
record PostgresAddress(
    String url, String schema, Optional<String> warehouse, Map<String, String> parameters) {

  private static final String DEFAULT_SCHEMA = "landfall";
  private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");
  private static final Pattern SERVER = Pattern.compile("postgresql://[^/@]+/[^/@]+");

  /**
   * The parameters that are passed on. The driver ignores a name that it does not know, which would
   * let a misspelt one turn encryption off.
   */
  private static final Set<String> PASSED_ON =
      Set.of(
          "user",
          "ssl",
          "sslmode",
          "sslrootcert",
          "sslcert",
          "sslkey",
          "sslNegotiation",
          "channelBinding",
          "gssEncMode",
          "ApplicationName",
          "targetServerType",
          "hostRecheckSeconds",
          "prepareThreshold");

  /**
   * Takes an address apart.
   *
   * @throws IllegalArgumentException if it cannot be one of a catalog; the message does not repeat
   *     it where it could hold a secret
   */
  static PostgresAddress of(URI uri) {
    String[] parts = uri.getRawSchemeSpecificPart().split("\\?", 2);
    if (parts[0].contains("@")) {
      throw invalid(
          "it holds a user name or password before the host; leave it out, and give them through"
              + " PostgresOptions");
    }
    if (!SERVER.matcher(parts[0]).matches() || uri.getRawFragment() != null) {
      throw invalid("it is not like jdbc:postgresql://host:5432/database");
    }
    Map<String, String> parameters = parameters(parts.length == 1 ? "" : parts[1]);
    String schema = Optional.ofNullable(parameters.remove("currentSchema")).orElse(DEFAULT_SCHEMA);
    if (!SCHEMA.matcher(schema).matches()) {
      throw invalid("its currentSchema is not one name of lowercase letters, digits and '_'");
    }
    Optional<String> warehouse = Optional.ofNullable(parameters.remove("warehouse"));
    for (String name : parameters.keySet()) {
      requirePassedOn(name);
    }
    return new PostgresAddress("jdbc:" + parts[0], schema, warehouse, Map.copyOf(parameters));
  }

  /** Names the catalog in messages. */
  String where() {
    return url + " (schema " + schema + ")";
  }

  private static Map<String, String> parameters(String query) {
    Map<String, String> parameters = new HashMap<>();
    for (String parameter : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      String[] pair = parameter.split("=", 2);
      if (pair.length != 2) {
        throw invalid("a parameter of it lacks its '=' and value");
      }
      String value = URLDecoder.decode(pair[1], StandardCharsets.UTF_8);
      if (parameters.put(pair[0], value) != null) {
        throw invalid("a parameter of it is given twice");
      }
    }
    return parameters;
  }

  private static void requirePassedOn(String name) {
    if (name.equals("password") || name.equals("sslpassword")) {
      throw invalid("it holds a password; leave it out, and give it through PostgresOptions");
    }
    if (!PASSED_ON.contains(name)) {
      throw invalid(
          "the parameter "
              + name
              + " is none of currentSchema, warehouse and those that the driver gets: "
              + PASSED_ON.stream().sorted().toList());
    }
  }

  static IllegalArgumentException invalid(String problem) {
    return new IllegalArgumentException("Invalid address of a catalog in PostgreSQL: " + problem);
  }
}
