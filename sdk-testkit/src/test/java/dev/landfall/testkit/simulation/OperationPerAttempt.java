package dev.landfall.testkit.simulation;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * A planted bug: each attempt after the first sends the commit under an operation id of its own.
 */
final class OperationPerAttempt implements Seams {

  private final Map<OperationId, Integer> attempts = new HashMap<>();

  @Override
  public Catalog clientSide(Catalog catalog) {
    return new ForwardingCatalog(catalog) {
      @Override
      public PublishAnswer publish(PublishRequest request) {
        int attempt = attempts.merge(request.operationId(), 1, Integer::sum);
        PublishAnswer answer =
            super.publish(attempt == 1 ? request : under(anew(request, attempt), request));
        return answer instanceof PublishAnswer.Published published
            ? new PublishAnswer.Published(
                under(request.operationId(), published.commit()), published.replayed())
            : answer;
      }
    };
  }

  private static OperationId anew(PublishRequest request, int attempt) {
    UUID id = request.operationId().value();
    return new OperationId(
        new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() ^ attempt));
  }

  private static PublishRequest under(OperationId operation, PublishRequest request) {
    CommitContent content = request.content();
    CommitContent changed =
        new CommitContent(
            content.project(),
            content.branch(),
            content.branchId(),
            content.expectedHead(),
            content.comparison(),
            operation,
            content.message(),
            content.properties(),
            content.changes());
    return new PublishRequest(CommitContentCodec.encode(changed), changed);
  }

  private static CommitInfo under(OperationId operation, CommitInfo commit) {
    return new CommitInfo(
        commit.id(),
        commit.parent().orElse(null),
        commit.committedAt(),
        operation,
        commit.message().orElse(null),
        commit.properties(),
        commit.changes());
  }
}
