package dev.landfall.testkit.contract;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.Comparison;
import dev.landfall.model.OperationId;
import dev.landfall.model.Page;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectName;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** A catalog that can do little beyond what every catalog does, and says so. */
final class LimitedCatalog extends ForwardingCatalog {

  LimitedCatalog(Catalog delegate) {
    super(delegate);
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.BRANCH_IDENTITY);
  }

  @Override
  public BranchState createBranch(ProjectName project, BranchName branch, CommitId from) {
    if (!branch.value().chars().allMatch(c -> c < 128)) {
      throw new NotSupportedException("A branch has a name of ASCII");
    }
    boolean isHead =
        branches(project, PageRequest.first(1000)).items().stream()
            .anyMatch(state -> state.head().id().equals(from));
    if (!isHead) {
      throw new NotSupportedException("A branch begins at the head of another");
    }
    return super.createBranch(project, branch, from);
  }

  @Override
  public PublishAnswer publish(PublishRequest request) {
    boolean renames =
        request.content().changes().stream().anyMatch(Change.Rename.class::isInstance);
    if (renames || request.content().comparison() == Comparison.TABLES) {
      throw new NotSupportedException("Tables keep their names, and heads are compared as a whole");
    }
    return super.publish(request);
  }

  @Override
  public Optional<CommitInfo> abandon(ProjectName project, OperationId operation, String sha256) {
    throw new NotSupportedException("Operations cannot be fenced");
  }

  @Override
  public long expireCommits(ProjectName project, Instant committedBefore) {
    throw new NotSupportedException("Commits never expire");
  }

  @Override
  public Page<String> versions(ProjectName project, PageRequest page) {
    throw new NotSupportedException("Versions are not listed");
  }
}
