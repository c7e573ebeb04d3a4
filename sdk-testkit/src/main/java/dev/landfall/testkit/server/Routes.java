package dev.landfall.testkit.server;

import static java.util.stream.Collectors.joining;

import dev.landfall.internal.wire.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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

  /** Returns the protocol that a path belongs to, whether there is such a path or not. */
  Protocol protocol(String path) {
    return path.startsWith(prefix + "/" + Protocol.ICEBERG_ROOT + "/")
        ? Protocol.ICEBERG
        : Protocol.NATIVE;
  }

  /** Finds the route of a request; HEAD is answered like GET, unless it has a route of its own. */
  Found find(String method, String path) {
    List<String> segments = segments(path);
    return find(method, segments)
        .or(() -> method.equals("HEAD") ? find("GET", segments) : Optional.empty())
        .orElseThrow(() -> refuse(segments));
  }

  private Optional<Found> find(String method, List<String> segments) {
    for (Route route : routes) {
      Optional<Map<String, String>> variables = route.match(segments);
      if (variables.isPresent() && route.method().equals(method)) {
        return Optional.of(new Found(route, variables.get()));
      }
    }
    return Optional.empty();
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
            .map(Route::method)
            .flatMap(method -> method.equals("GET") ? Stream.of("GET", "HEAD") : Stream.of(method))
            .distinct()
            .collect(joining(", "));
    return allowed.isEmpty()
        ? notFound()
        : Refusal.of(
            ErrorCode.METHOD_NOT_ALLOWED, "This path takes " + allowed + " only", "Allow", allowed);
  }

  private static Refusal notFound() {
    return Refusal.of(
        ErrorCode.NOT_FOUND,
        "There is no such path; those of the protocols begin with v1/projects, v1/storage and"
            + " iceberg/v1");
  }
}
