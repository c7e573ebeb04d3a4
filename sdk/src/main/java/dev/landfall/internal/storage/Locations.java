package dev.landfall.internal.storage;

import dev.landfall.internal.objectstore.ObjectStores;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where things lie. A location on the local disk is a plain path or {@code file:} and a path, one
 * in an object store is a URI of that store. As everywhere in Iceberg its characters stand for
 * themselves, nothing is percent-encoded.
 */
public final class Locations {

  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):(.*)");

  private Locations() {}

  /**
   * Returns the path of a location on the local disk.
   *
   * @throws IllegalArgumentException if it is on another kind of storage
   */
  public static Path path(String location) {
    Path path = localPath(location);
    if (path == null) {
      throw new IllegalArgumentException(
          "Cannot use location '" + location + "': it is not on the local disk");
    }
    return path;
  }

  /** Returns the path of a location on the local disk, or null for another kind of storage. */
  public static @Nullable Path localPath(String location) {
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

  /** Returns the one spelling that all spellings of a location have in common. */
  public static String canonical(String location) {
    Path path = localPath(location);
    return path == null
        ? ObjectStores.canonical(location)
        : path.toAbsolutePath().normalize().toString();
  }

  /**
   * Refuses what cannot be the location of a project. Does no I/O.
   *
   * @throws IllegalArgumentException if it is relative, or on storage of no known kind
   * @throws dev.landfall.catalog.NotSupportedException if the libraries of its storage are missing
   */
  public static void requireUsable(String location) {
    Path path = localPath(location);
    if (path == null) {
      ObjectStores.requireUsable(location);
    } else if (!path.isAbsolute()) {
      throw new IllegalArgumentException(
          "Cannot use location '" + location + "': it is relative; give an absolute path");
    }
  }

  /**
   * Refuses a location that is not under another, wherever {@code ..} in it would lead.
   *
   * @param what is to lie there
   * @throws IllegalArgumentException if it is refused
   */
  public static void requireUnder(String projectLocation, String what, String location) {
    if (!isUnder(projectLocation, location)) {
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

  /** Tells whether a location is under another, wherever {@code ..} in it would lead. */
  public static boolean isUnder(String root, String location) {
    Path rootPath = localPath(root);
    Path path = localPath(location);
    if (rootPath != null) {
      return path != null && path.normalize().startsWith(rootPath.normalize());
    }
    String key = ObjectStores.canonical(location);
    String prefix = ObjectStores.canonical(root);
    // In an object store these are names like others, but not to every program that reads them.
    boolean plain = List.of(key.split("/", -1)).stream().noneMatch(Locations::isDots);
    return path == null && plain && (key + "/").startsWith(prefix + "/");
  }

  private static boolean isDots(String part) {
    return part.equals(".") || part.equals("..");
  }

  /** Returns a location without slashes at its end. */
  public static String withoutTrailingSlash(String location) {
    int end = location.length();
    while (end > 1 && location.charAt(end - 1) == '/') {
      end--;
    }
    return location.substring(0, end);
  }
}
