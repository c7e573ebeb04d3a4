package dev.landfall.internal.bindings;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.model.Change;
import dev.landfall.model.ProjectInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** What is required of the location to which a change binds a table. Reads the file system. */
public final class MetadataLocation {

  /** What would let a location mean another file than the one that it seems to name. */
  private static final Pattern AMBIGUOUS = Pattern.compile("[%?#\\\\\\p{Cntrl}]");

  private MetadataLocation() {}

  /**
   * Returns the file at a location.
   *
   * @param directory that of the project
   * @throws InvalidRequestException if it is not that of a file in the project's directory
   */
  public static Path require(Change change, String location, ProjectInfo project, Path directory) {
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
    return requireFileWithin(directory, path, change, location);
  }

  /** Refuses what is no file, and a link that leads out of the project's directory. */
  private static Path requireFileWithin(
      Path directory, String path, Change change, String location) {
    try {
      Path file = directory.resolve(path);
      if (!Files.isRegularFile(file)) {
        throw invalid(change, location, "does not exist, or is not a file");
      }
      if (!file.toRealPath().startsWith(directory.toRealPath())) {
        throw invalid(change, location, "is a link to outside of the project's location");
      }
      return file;
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
