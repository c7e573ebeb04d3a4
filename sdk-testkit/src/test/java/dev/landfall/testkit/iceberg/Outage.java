package dev.landfall.testkit.iceberg;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.util.Optional;

/** A line that goes down around the answer to the next publish, which is made. */
final class Outage {

  private enum Begin {
    NOT,
    BEFORE_THE_ANSWER,
    AFTER_THE_ANSWER
  }

  private volatile Begin begin = Begin.NOT;
  private volatile boolean down;

  /** Lets neither the answer through nor anything after it. */
  void begin() {
    begin = Begin.BEFORE_THE_ANSWER;
  }

  /** Lets nothing through after the answer. */
  void beginAfterTheAnswer() {
    begin = Begin.AFTER_THE_ANSWER;
  }

  void end() {
    begin = Begin.NOT;
    down = false;
  }

  Catalog before(Catalog catalog) {
    return new ForwardingCatalog(catalog) {
      @Override
      public PublishAnswer publish(PublishRequest request) {
        PublishAnswer answer = super.publish(request);
        down = begin == Begin.BEFORE_THE_ANSWER;
        requireLine();
        down = begin == Begin.AFTER_THE_ANSWER;
        return answer;
      }

      @Override
      public Optional<TableEntry> table(ProjectName project, CommitId commit, TableName table) {
        requireLine();
        return super.table(project, commit, table);
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
