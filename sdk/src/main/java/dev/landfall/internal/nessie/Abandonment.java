package dev.landfall.internal.nessie;

import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.internal.nessie.NessieApi.Committed;
import dev.landfall.internal.nessie.OperationSearch.Found;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.Comparison;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Fences an operation: a commit on its branch that holds no more than the record that it was
 * abandoned. It takes the record's key, and it moves the branch, so that a request which compares
 * the whole head finds another one. A branch that stands elsewhere already needs no such commit
 * against those requests.
 */
record Abandonment(Workings workings) {

  private static final int ROUNDS = 10;

  /** Fences the operation of a request. */
  Optional<CommitInfo> abandon(PublishRequest request) {
    String branch = workings.branches().of(request);
    boolean wholeHead = request.content().comparison() == Comparison.HEAD;
    for (int round = 0; round < ROUNDS; round++) {
      // Where the branch stands is read first: had the operation landed, it would be found there.
      Optional<Reference> head = workings.api().reference(branch);
      Found found =
          workings
              .operations()
              .find(request, NessieApi.at(head.map(Reference::hash).orElse(NessieApi.NO_ANCESTOR)));
      if (!(found instanceof Found.Nothing)) {
        return landed(found);
      }
      boolean neverMatches =
          head.isEmpty()
              || (wholeHead && !head.get().hash().equals(request.content().expectedHead()));
      if (neverMatches
          || fence(request.project(), branch, head.get().hash(), request.operationId())) {
        return Optional.empty();
      }
    }
    throw moving(request.operationId());
  }

  /**
   * Fences an operation of which nothing but its digest is known: on every branch, as the request
   * may be for any of them.
   */
  Optional<CommitInfo> abandon(ProjectName project, OperationId operation, String sha256) {
    Found found = workings.operations().find(project, operation, sha256);
    if (!(found instanceof Found.Nothing)) {
      return landed(found);
    }
    for (Reference branch : workings.branches().list(project)) {
      if (!fence(project, branch.name(), branch.hash(), operation)) {
        // Something settled it on this branch meanwhile.
        Found settled =
            workings.operations().search(NessieApi.head(branch.name()), operation, sha256, null);
        if (settled instanceof Found.Landed landed) {
          return Optional.of(landed.commit());
        }
        if (settled instanceof Found.Nothing) {
          throw moving(operation);
        }
      }
    }
    return Optional.empty();
  }

  /** Returns false if the operation's key is taken meanwhile, or the branch is gone. */
  private boolean fence(ProjectName project, String branch, CommitId head, OperationId operation) {
    Instant now = workings.now();
    NewCommit commit =
        new NewCommit(
            "Abandon operation " + operation,
            now,
            CommitMeta.ofAbandoned(project, operation),
            List.of(
                new CommitOperation.PutRecord(
                    RefNames.operation(operation), OperationRecord.abandoned(now))));
    try {
      return workings.api().commit(branch, head, commit) instanceof Committed;
    } catch (NotFoundException e) {
      return false;
    }
  }

  private static Optional<CommitInfo> landed(Found found) {
    return found instanceof Found.Landed landed ? Optional.of(landed.commit()) : Optional.empty();
  }

  private static UnavailableException moving(OperationId operation) {
    return UnavailableException.maybeSent(
        "Operation " + operation + " could not be fenced; call abandon again", null);
  }
}
