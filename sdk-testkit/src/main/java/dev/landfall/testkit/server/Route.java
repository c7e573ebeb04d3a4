package dev.landfall.testkit.server;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A path for one method, and what is done there.
 *
 * @param template segments, those in braces being variables
 * @param parameters the query parameters that are known
 */
record Route(
    String method, List<String> template, Set<String> parameters, Function<Call, Reply> action) {

  static Route of(
      String method, String template, Set<String> parameters, Function<Call, Reply> action) {
    return new Route(method, List.of(template.split("/")), parameters, action);
  }

  /** Returns whether it needs no token, and no turn either. */
  boolean isOpen() {
    return template.equals(List.of(Routes.HEALTH));
  }

  boolean takesBody() {
    return method.equals("POST");
  }

  /** Returns the variables of a path; empty if it is not one of this route. */
  Optional<Map<String, String>> match(List<String> segments) {
    if (segments.size() != template.size()) {
      return Optional.empty();
    }
    Map<String, String> variables = new LinkedHashMap<>();
    for (int i = 0; i < segments.size(); i++) {
      String part = template.get(i);
      if (part.startsWith("{")) {
        variables.put(part.substring(1, part.length() - 1), segments.get(i));
      } else if (!part.equals(segments.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(variables);
  }
}
