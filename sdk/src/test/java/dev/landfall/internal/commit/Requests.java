package dev.landfall.internal.commit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.BranchName;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Frozen requests to play with, and the commits that a catalog makes of them. */
final class Requests {

  static final CommitId H0 = new CommitId("0000000000000000");
  static final CommitId H7 = new CommitId("7777777777777777");

  private Requests() {}

  /** A request of a new operation, pinned at the first head. */
  static PublishRequest fresh() {
    return of(OperationId.random(), "Add labels", H0, "main", "labels");
  }

  static PublishRequest of(
      OperationId operation, String message, CommitId head, String branch, String table) {
    CommitContent content =
        new CommitContent(
            new ProjectName("demo"),
            new BranchName(branch),
            UUID.fromString("00000000-0000-4000-8000-0000000000bb"),
            head,
            operation,
            message,
            Map.of(),
            List.of(new Change.Drop(TableName.of(table))));
    return new PublishRequest(content.toString().getBytes(UTF_8), content);
  }

  static CommitInfo commitOf(PublishRequest request) {
    CommitContent content = request.content();
    return new CommitInfo(
        new CommitId(request.sha256()),
        content.expectedHead(),
        Instant.EPOCH,
        content.operationId(),
        content.message(),
        content.properties(),
        content.changes());
  }
}
