package dev.landfall.testkit.fault;

import java.util.regex.Pattern;

/** What a request asks of a catalog, told from its method and path. */
public enum RequestKind {
  /** Publishes a frozen request: {@code POST .../v1/projects/{project}/commits}. */
  PUBLISH,
  /** Looks an operation up: {@code GET .../v1/projects/{project}/operations/{operation}}. */
  RECOVER,
  /** Abandons one: {@code POST .../v1/projects/{project}/operations/{operation}/abandon}. */
  ABANDON,
  /**
   * Reads anything else of a catalog: {@code GET} or {@code HEAD} below {@code v1/projects}, or of
   * {@code v1/storage}.
   */
  READ,
  /** Everything else: making projects and branches, deleting branches, the health check. */
  OTHER;

  private static final Pattern COMMITS = Pattern.compile(".*/v1/projects/[^/]+/commits");
  private static final Pattern OPERATION = Pattern.compile(".*/v1/projects/[^/]+/operations/[^/]+");
  private static final Pattern ABANDONED =
      Pattern.compile(".*/v1/projects/[^/]+/operations/[^/]+/abandon");
  private static final Pattern READABLE = Pattern.compile(".*/v1/(projects(/.*)?|storage)");

  static RequestKind of(String method, String target) {
    String path = pathOf(target);
    boolean reads = method.equals("GET") || method.equals("HEAD");
    if (method.equals("POST") && COMMITS.matcher(path).matches()) {
      return PUBLISH;
    }
    if (reads && OPERATION.matcher(path).matches()) {
      return RECOVER;
    }
    if (method.equals("POST") && ABANDONED.matcher(path).matches()) {
      return ABANDON;
    }
    return reads && READABLE.matcher(path).matches() ? READ : OTHER;
  }

  static String pathOf(String target) {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }
}
