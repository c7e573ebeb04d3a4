package dev.landfall.internal.nessie;

import dev.landfall.model.ProjectName;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The address of a Nessie server: {@code nessie+http://host:port/api/v2}, with the parameters
 * {@code warehouse} and {@code root} if it has them.
 *
 * @param api where the API is
 * @param warehouse where the files of projects are placed that are created here
 * @param root the project that has the repository's own branches if it is created here
 */
record NessieAddress(URI api, Optional<String> warehouse, Optional<ProjectName> root) {

  private static final String PREFIX = "nessie+";
  private static final String WAREHOUSE = "warehouse";
  private static final String ROOT = "root";

  /**
   * Takes an address apart.
   *
   * @throws IllegalArgumentException if it cannot be one; the message does not repeat it
   */
  static NessieAddress of(URI uri) {
    String text = uri.toString();
    if (!text.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
      throw invalid("it does not begin with nessie+http: or nessie+https:");
    }
    String query = uri.getRawQuery();
    String withoutQuery = query == null ? text : text.substring(0, text.indexOf('?'));
    if (uri.getRawFragment() != null) {
      throw invalid("it has a fragment; leave out what begins with '#'");
    }
    if (!withoutQuery.replaceAll("/+$", "").endsWith("/api/v2")) {
      throw invalid("its path does not end in /api/v2, the version of Nessie's API that is spoken");
    }
    Map<String, String> parameters = query == null ? Map.of() : parameters(query);
    try {
      return new NessieAddress(
          new URI(withoutQuery.substring(PREFIX.length())),
          Optional.ofNullable(parameters.get(WAREHOUSE)),
          Optional.ofNullable(parameters.get(ROOT)).map(NessieAddress::project));
    } catch (URISyntaxException e) {
      throw invalid("what follows nessie+ is no URL");
    }
  }

  private static Map<String, String> parameters(String query) {
    Map<String, String> parameters = new HashMap<>();
    for (String parameter : query.split("&", -1)) {
      int equals = parameter.indexOf('=');
      String name = equals < 0 ? parameter : parameter.substring(0, equals);
      if (equals < 0 || !(name.equals(WAREHOUSE) || name.equals(ROOT))) {
        throw invalid("it has another parameter than warehouse and root");
      }
      String value = URLDecoder.decode(parameter.substring(equals + 1), StandardCharsets.UTF_8);
      if (parameters.put(name, value) != null) {
        throw invalid("it has the parameter " + name + " twice");
      }
    }
    return parameters;
  }

  private static ProjectName project(String root) {
    try {
      return new ProjectName(root);
    } catch (IllegalArgumentException e) {
      throw invalid("its root cannot be the name of a project");
    }
  }

  private static IllegalArgumentException invalid(String problem) {
    return new IllegalArgumentException("Invalid address of a Nessie server: " + problem);
  }
}
