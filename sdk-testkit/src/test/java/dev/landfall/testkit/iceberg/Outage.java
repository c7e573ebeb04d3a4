package dev.landfall.testkit.iceberg;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import java.util.Optional;

/**
 * A line that goes down with the answer to a publish: when begun, the next publish is made, and
 * nothing is answered any more.
 */
final class Outage {

  private volatile boolean begun;
  private volatile boolean down;

  void begin() {
    begun = true;
  }

  void end() {
    begun = false;
    down = false;
  }

  Catalog before(Catalog catalog) {
    return new ForwardingCatalog(catalog) {
      @Override
      public PublishAnswer publish(PublishRequest request) {
        PublishAnswer answer = super.publish(request);
        down = begun;
        requireLine();
        return answer;
      }

      @Override
      public Optional<CommitInfo> findOperation(
          ProjectName project, OperationId operation, String sha256) {
        requireLine();
        return super.findOperation(project, operation, sha256);
      }
    };
  }

  private void requireLine() {
    if (down) {
      throw UnavailableException.maybeSent("The line is down", null);
    }
  }
}
