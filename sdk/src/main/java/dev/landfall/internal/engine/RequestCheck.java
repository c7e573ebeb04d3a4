package dev.landfall.internal.engine;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.bindings.MetadataLocation;
import dev.landfall.internal.storage.Storage;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.model.Change;
import dev.landfall.model.ProjectInfo;
import java.util.Optional;

/**
 * What can be held against a request without looking at the branch: its bytes, and the files that
 * it points to. Asks the storage, not the database.
 */
final class RequestCheck {

  private RequestCheck() {}

  /**
   * Returns why the request can never be published as it is; empty if nothing speaks against it.
   */
  static Optional<InvalidRequestException> flaw(
      PublishRequest request, ProjectInfo project, Storage storage) {
    try {
      requireMeaning(request);
      for (Change change : request.content().changes()) {
        if (change instanceof Change.Create create) {
          MetadataLocation.require(create, create.metadataLocation(), project, storage);
        } else if (change instanceof Change.Update update) {
          MetadataLocation.require(update, update.metadataLocation(), project, storage);
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
}
