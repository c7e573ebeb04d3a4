package dev.landfall.internal.nessie;

import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.nessie.OperationSearch.Found;
import dev.landfall.model.CommitId;
import dev.landfall.model.TableConflict;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request that did not land just now: that of its operation, if it landed before or
 * was abandoned; only else that of the branch.
 */
record Settlement(NessieApi api, ProjectBranches branches, OperationSearch operations) {

  /** Answers by the operation; empty if there is no trace of it. */
  Optional<PublishAnswer> byOperation(PublishRequest request) {
    Found found = operations.find(request);
    if (found instanceof Found.Abandoned) {
      throw abandoned(request);
    }
    return found instanceof Found.Landed landed
        ? Optional.of(new PublishAnswer.Published(landed.commit(), true))
        : Optional.empty();
  }

  static OperationAbandonedException abandoned(PublishRequest request) {
    return new OperationAbandonedException(
        "Operation "
            + request.operationId()
            + " was abandoned and will never be published; start a new commit");
  }

  /** Answers for a branch that does not stand at the expected head. */
  PublishAnswer moved(PublishRequest request) {
    CommitId head = head(request);
    return byOperation(request).orElseGet(() -> new PublishAnswer.BranchMoved(head));
  }

  /** Answers for changes that do not fit the expected head. */
  PublishAnswer conflicted(PublishRequest request, List<TableConflict> conflicts) {
    CommitId head = head(request);
    return byOperation(request)
        .orElseGet(
            () ->
                request.content().expectedHead().equals(head)
                    ? new PublishAnswer.Conflicted(conflicts)
                    : new PublishAnswer.BranchMoved(head));
  }

  private @Nullable CommitId head(PublishRequest request) {
    String branch = branches.of(request);
    return api.reference(branch).map(Reference::hash).orElse(null);
  }
}
