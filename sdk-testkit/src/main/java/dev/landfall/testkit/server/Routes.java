package dev.landfall.testkit.server;

import static java.util.stream.Collectors.joining;

import dev.landfall.internal.wire.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All routes of a server, below its path prefix. */
final class Routes {

  /** A route, and the variables of the path that led to it. */
  record Found(Route route, Map<String, String> variables) {}

  /** The one path that needs no token. */
  static final String HEALTH = "health";

  private final String prefix;
  private final List<Route> routes;

  Routes(String prefix, List<Route> routes) {
    this.prefix = prefix;
    this.routes = List.copyOf(routes);
  }

  /** Returns whether a path may be asked for without a token. */
  boolean isOpen(String path) {
    return path.equals(prefix + "/" + HEALTH);
  }

  /** Finds the route of a request; HEAD is answered like GET, without the body. */
  Found find(String method, String path) {
    String wanted = method.equals("HEAD") ? "GET" : method;
    List<String> segments = segments(path);
    for (Route route : routes) {
      Optional<Map<String, String>> variables = route.match(segments);
      if (variables.isPresent() && route.method().equals(wanted)) {
        return new Found(route, variables.get());
      }
    }
    throw refuse(segments);
  }

  private List<String> segments(String path) {
    if (!path.startsWith(prefix + "/")) {
      throw notFound();
    }
    return Arrays.asList(path.substring(prefix.length() + 1).split("/", -1));
  }

  private Refusal refuse(List<String> segments) {
    String allowed =
        routes.stream()
            .filter(route -> route.match(segments).isPresent())
            .map(route -> route.method().equals("GET") ? "GET, HEAD" : route.method())
            .collect(joining(", "));
    return allowed.isEmpty()
        ? notFound()
        : Refusal.of(
            ErrorCode.METHOD_NOT_ALLOWED, "This path takes " + allowed + " only", "Allow", allowed);
  }

  private static Refusal notFound() {
    return Refusal.of(
        ErrorCode.NOT_FOUND, "There is no such path; the protocol's paths begin with v1/projects");
  }
}
