package dev.landfall.internal.table;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where things lie on the local disk. A location is a plain path or {@code file:} and a path; as
 * everywhere in Iceberg its characters stand for themselves, nothing is percent-encoded.
 */
final class Locations {

  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):(.*)");

  private Locations() {}

  static Path path(String location) {
    Path path = localPath(location);
    if (path == null) {
      throw new IllegalArgumentException(
          "Cannot use location '"
              + location
              + "': only the local disk is supported; give a path or file:<path>");
    }
    return path;
  }

  /** Returns the path of a location on the local disk, or null for another kind of storage. */
  static @Nullable Path localPath(String location) {
    Matcher scheme = SCHEME.matcher(location);
    if (!scheme.matches()) {
      return Path.of(location);
    }
    if (!scheme.group(1).equals("file")) {
      return null;
    }
    String rest = scheme.group(2);
    return Path.of(rest.startsWith("//") ? rest.substring(2) : rest);
  }

  /**
   * Refuses a location that is not under another, wherever {@code ..} in it would lead.
   *
   * @param what is to lie there
   * @throws IllegalArgumentException if it is refused
   */
  static void requireUnder(String projectLocation, String what, String location) {
    if (!path(location).normalize().startsWith(path(projectLocation).normalize())) {
      throw new IllegalArgumentException(
          "Cannot put "
              + what
              + " at "
              + location
              + ": that is not under the project's location "
              + projectLocation
              + "; leave the location to the project");
    }
  }

  static String withoutTrailingSlash(String location) {
    int end = location.length();
    while (end > 1 && location.charAt(end - 1) == '/') {
      end--;
    }
    return location.substring(0, end);
  }
}
