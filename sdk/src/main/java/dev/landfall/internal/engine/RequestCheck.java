package dev.landfall.internal.engine;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.model.Change;
import dev.landfall.model.ProjectInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What can be held against a request without looking at the branch: its bytes, and the files that
 * it points to. Reads the file system, not the database.
 */
final class RequestCheck {

  /** What would let a location mean another file than the one that it seems to name. */
  private static final Pattern AMBIGUOUS = Pattern.compile("[%?#\\\\\\p{Cntrl}]");

  private RequestCheck() {}

  /**
   * Returns why the request can never be published as it is; empty if nothing speaks against it.
   */
  static Optional<InvalidRequestException> flaw(PublishRequest request, ProjectInfo project) {
    try {
      requireMeaning(request);
      for (Change change : request.content().changes()) {
        if (change instanceof Change.Create create) {
          requireVersion(create, create.metadataLocation(), project);
        } else if (change instanceof Change.Update update) {
          requireVersion(update, update.metadataLocation(), project);
        }
      }
      return Optional.empty();
    } catch (InvalidRequestException e) {
      return Optional.of(e);
    }
  }

  private static void requireMeaning(PublishRequest request) {
    if (!CommitContentCodec.decode(request.bytes()).equals(request.content())) {
      throw new InvalidRequestException(
          "The bytes of the "
              + request
              + " do not say what its content says; send the frozen bytes and their own content");
    }
  }

  private static void requireVersion(Change change, String location, ProjectInfo project) {
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
    requireFileWithin(CatalogDirectory.ofLocation(project.location()), path, change, location);
  }

  /** Refuses what is no file, and a link that leads out of the project's directory. */
  private static void requireFileWithin(
      Path directory, String path, Change change, String location) {
    try {
      Path file = directory.resolve(path);
      if (!Files.isRegularFile(file)) {
        throw invalid(change, location, "does not exist, or is not a file");
      }
      if (!file.toRealPath().startsWith(directory.toRealPath())) {
        throw invalid(change, location, "is a link to outside of the project's location");
      }
    } catch (InvalidPathException e) {
      throw invalid(change, location, "is not a path on the catalog's file system");
    } catch (IOException e) {
      throw invalid(change, location, "cannot be read by the catalog");
    }
  }

  private static InvalidRequestException invalid(Change change, String location, String reason) {
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
