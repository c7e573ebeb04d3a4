package dev.landfall.internal.bindings;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.internal.storage.Locations;
import dev.landfall.internal.storage.Storage;
import dev.landfall.model.Change;
import dev.landfall.model.ProjectInfo;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** What is required of the location to which a change binds a table. Asks the storage. */
public final class MetadataLocation {

  /** What would let a location mean another file than the one that it seems to name. */
  private static final Pattern AMBIGUOUS = Pattern.compile("[%?#\\\\\\p{Cntrl}]");

  private MetadataLocation() {}

  /**
   * Refuses a location that is not that of a file under the project's.
   *
   * @throws InvalidRequestException if it is refused
   * @throws UnavailableException if an object store cannot be asked; nothing was changed
   */
  public static void require(Change change, String location, ProjectInfo project, Storage storage) {
    String root = project.location() + "/";
    if (!location.startsWith(root)) {
      throw invalid(
          change, location, "does not lie under the project's location " + project.location());
    }
    String path = location.substring(root.length());
    if (AMBIGUOUS.matcher(path).find()) {
      throw invalid(
          change, location, "contains '%', '?', '#', '\\' or a control character in its path");
    }
    List<String> parts = List.of(path.split("/", -1));
    if (parts.stream().anyMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."))) {
      throw invalid(change, location, "has an empty part, '.' or '..' in its path");
    }
    if (!isFile(location, storage)) {
      throw invalid(change, location, "does not exist, or is not a file");
    }
    requireNoLinkOut(change, location, project);
  }

  private static boolean isFile(String location, Storage storage) {
    try {
      return storage.isFile(location);
    } catch (InvalidPathException e) {
      return false;
    } catch (IllegalArgumentException | NotSupportedException e) {
      throw e;
    } catch (RuntimeException e) {
      throw UnavailableException.notSent(
          "Cannot look for the file " + location + ", nothing was changed: " + e.getMessage(), e);
    }
  }

  /** Refuses a link that leads out of the project's directory. */
  private static void requireNoLinkOut(Change change, String location, ProjectInfo project) {
    Path directory = Locations.localPath(project.location());
    if (directory == null) {
      return;
    }
    try {
      if (!Locations.path(location).toRealPath().startsWith(directory.toRealPath())) {
        throw invalid(change, location, "is a link to outside of the project's location");
      }
    } catch (InvalidPathException e) {
      throw invalid(change, location, "is not a path on the catalog's file system");
    } catch (IOException e) {
      throw invalid(change, location, "cannot be read by the catalog");
    }
  }

  /** Makes the refusal of a change for what is wrong with its location. */
  public static InvalidRequestException invalid(Change change, String location, String reason) {
    return new InvalidRequestException(
        "Cannot publish table '"
            + change.table()
            + "': its metadata file "
            + location
            + " "
            + reason
            + "; write the version under the project's location and commit that");
  }
}
