package dev.landfall.internal.nessie;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.model.Change;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.TableName;
import java.util.HashMap;
import java.util.Map;

/** What can be held against a request without asking Nessie: its bytes, names and files. */
final class RequestCheck {

  private RequestCheck() {}

  /**
   * Reads the metadata files that a request binds.
   *
   * @return what they say, by their locations
   * @throws InvalidRequestException if the request can never be published as it is
   */
  static Map<String, MetadataFile> versions(
      PublishRequest request, ProjectInfo project, MetadataFiles files) {
    if (!CommitContentCodec.decode(request.bytes()).equals(request.content())) {
      throw new InvalidRequestException(
          "The bytes of the "
              + request
              + " do not say what its content says; send the frozen bytes and their own content");
    }
    Map<String, MetadataFile> versions = new HashMap<>();
    for (Change change : request.content().changes()) {
      if (change instanceof Change.Create create) {
        requireShort(create.table());
        versions.put(
            create.metadataLocation(),
            files.require(create, create.tableId(), create.metadataLocation(), project));
      } else if (change instanceof Change.Update update) {
        versions.put(
            update.metadataLocation(),
            files.require(update, update.tableId(), update.metadataLocation(), project));
      } else if (change instanceof Change.Rename rename) {
        requireShort(rename.newName());
      }
    }
    return versions;
  }

  /** Remembers the tables of the versions that a request has bound. */
  static void know(PublishRequest request, MetadataFiles files) {
    for (Change change : request.content().changes()) {
      if (change instanceof Change.Create create) {
        files.know(create.metadataLocation(), create.tableId());
      } else if (change instanceof Change.Update update) {
        files.know(update.metadataLocation(), update.tableId());
      }
    }
  }

  private static void requireShort(TableName name) {
    if (Key.of(name).isTooLong()) {
      throw new InvalidRequestException(
          "Cannot publish table '"
              + name
              + "': in Nessie a name has at most "
              + Key.MAX_ELEMENTS
              + " parts and "
              + Key.MAX_LENGTH
              + " characters; choose a shorter one");
    }
  }
}
