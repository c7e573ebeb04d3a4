package dev.landfall.internal.nessie;

import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds in the history what became of an operation. The commit that settled it tells so in its
 * properties, and comes after the head that its request expects. Safe for use by many threads.
 */
final class OperationSearch {

  /** What became of an operation. */
  sealed interface Found {
    /** It made a commit. */
    record Landed(CommitInfo commit) implements Found {}

    /** It will never make one. */
    record Abandoned() implements Found {}

    /** There is no trace of it. */
    record Nothing() implements Found {}
  }

  private static final Found NOTHING = new Found.Nothing();

  private final NessieApi api;
  private final ProjectBranches branches;

  OperationSearch(NessieApi api, ProjectBranches branches) {
    this.api = api;
    this.branches = branches;
  }

  /**
   * Looks for the operation of a request on its branch.
   *
   * @throws OperationMismatchException if it landed with another request
   */
  Found find(PublishRequest request) {
    return find(request, NessieApi.head(branches.of(request)));
  }

  /** Looks for the operation of a request like {@link #find}, where its branch stood. */
  Found find(PublishRequest request, String at) {
    CommitId oldest = request.content().expectedHead();
    Found found = search(at, request.operationId(), request.sha256(), oldest);
    return found == NOTHING
        ? keptIn(RefNames.kept(request.project(), request.content().branch()), request, oldest)
        : found;
  }

  /**
   * Looks for an operation of which nothing but its digest is known, on every branch and whatever
   * is kept of deleted ones, the branch {@code main} first.
   */
  Found find(ProjectName project, OperationId operation, String sha256) {
    Set<String> references = new LinkedHashSet<>();
    references.add(branches.of(project, BranchName.MAIN));
    Found found = search(NessieApi.head(references.iterator().next()), operation, sha256, null);
    if (found == NOTHING) {
      branches.list(project).forEach(each -> references.add(each.name()));
      api.references(RefNames.kept(project)).forEach(each -> references.add(each.name()));
      for (String reference : references) {
        found = search(NessieApi.head(reference), operation, sha256, null);
        if (found != NOTHING) {
          return found;
        }
      }
    }
    return found;
  }

  /** Looks for an operation at one reference or commit. */
  Found search(String at, OperationId operation, String sha256, @Nullable CommitId oldest) {
    Optional<List<LogEntry>> entries = api.search(at, CommitMeta.isOfOperation(operation), oldest);
    for (LogEntry entry : entries.orElse(List.of())) {
      if (CommitMeta.isAbandonment(entry)) {
        return new Found.Abandoned();
      }
      CommitInfo commit = CommitMeta.info(entry);
      if (commit.operationId().filter(operation::equals).isPresent()) {
        if (!CommitMeta.isOfRequest(entry, sha256)) {
          throw new OperationMismatchException(
              "Operation "
                  + operation
                  + " was published by another request, as commit "
                  + commit.id()
                  + "; give each commit an operation id of its own");
        }
        return new Found.Landed(commit);
      }
    }
    return NOTHING;
  }

  private Found keptIn(String prefix, PublishRequest request, CommitId oldest) {
    for (Reference kept : api.references(prefix)) {
      Found found =
          search(NessieApi.at(kept.hash()), request.operationId(), request.sha256(), oldest);
      if (found != NOTHING) {
        return found;
      }
    }
    return NOTHING;
  }
}
