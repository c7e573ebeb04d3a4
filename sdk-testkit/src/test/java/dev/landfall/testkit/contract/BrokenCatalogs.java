package dev.landfall.testkit.contract;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.DeleteBranchAnswer;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.Comparison;
import dev.landfall.model.OperationId;
import dev.landfall.model.Page;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectName;
import dev.landfall.model.StorageAccess;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Catalogs that each break a rule. */
final class BrokenCatalogs {

  private BrokenCatalogs() {}

  /** Compares the head before it looks the operation up. */
  static final class HeadFirst extends ForwardingCatalog {

    HeadFirst(Catalog delegate) {
      super(delegate);
    }

    @Override
    public PublishAnswer publish(PublishRequest request) {
      CommitContent content = request.content();
      CommitId head = branch(content.project(), content.branch()).head().id();
      return head.equals(content.expectedHead()) || content.comparison() == Comparison.TABLES
          ? super.publish(request)
          : new PublishAnswer.BranchMoved(head);
    }
  }

  /** Puts a commit on a moved branch on top of the new head, as some catalogs do. */
  static final class Rebasing extends ForwardingCatalog {

    Rebasing(Catalog delegate) {
      super(delegate);
    }

    @Override
    public PublishAnswer publish(PublishRequest request) {
      PublishAnswer answer = super.publish(request);
      if (!(answer instanceof PublishAnswer.BranchMoved moved) || moved.actualHead().isEmpty()) {
        return answer;
      }
      CommitContent content = request.content();
      return super.publish(
          altered(content, moved.actualHead().get(), content.comparison(), content.changes()));
    }
  }

  /** Lets a failed request leave what fits of it behind. */
  static final class Half extends ForwardingCatalog {

    Half(Catalog delegate) {
      super(delegate);
    }

    @Override
    public PublishAnswer publish(PublishRequest request) {
      PublishAnswer answer = super.publish(request);
      CommitContent content = request.content();
      if (answer instanceof PublishAnswer.Conflicted && content.changes().size() > 1) {
        super.publish(renewed(content, content.expectedHead(), content.changes().subList(0, 1)));
      }
      return answer;
    }
  }

  /** Says that an operation is fenced, and fences nothing. */
  static final class Unfenced extends ForwardingCatalog {

    Unfenced(Catalog delegate) {
      super(delegate);
    }

    @Override
    public Optional<CommitInfo> abandon(ProjectName project, OperationId operation, String sha256) {
      return findOperation(project, operation, sha256);
    }
  }

  /** Keeps its fences in memory. */
  static final class FencedInMemory extends ForwardingCatalog {

    private final Set<OperationId> fenced = new HashSet<>();

    FencedInMemory(Catalog delegate) {
      super(delegate);
    }

    @Override
    public Optional<CommitInfo> abandon(ProjectName project, OperationId operation, String sha256) {
      Optional<CommitInfo> landed = findOperation(project, operation, sha256);
      if (landed.isEmpty()) {
        fenced.add(operation);
      }
      return landed;
    }

    @Override
    public PublishAnswer publish(PublishRequest request) {
      if (fenced.contains(request.operationId())) {
        throw new OperationAbandonedException("Abandoned");
      }
      return super.publish(request);
    }
  }

  /** Forgets operations once the branch has moved on. */
  static final class Expiring extends ForwardingCatalog {

    Expiring(Catalog delegate) {
      super(delegate);
    }

    @Override
    public Optional<CommitInfo> findOperation(
        ProjectName project, OperationId operation, String sha256) {
      CommitInfo head = branch(project, BranchName.MAIN).head();
      return super.findOperation(project, operation, sha256).filter(head::equals);
    }
  }

  /** Takes another request of an operation for the one that landed. */
  static final class TakesAnyRequest extends ForwardingCatalog {

    TakesAnyRequest(Catalog delegate) {
      super(delegate);
    }

    @Override
    public PublishAnswer publish(PublishRequest request) {
      try {
        return super.publish(request);
      } catch (OperationMismatchException e) {
        return new PublishAnswer.Published(branch(request.project(), BranchName.MAIN).head(), true);
      }
    }
  }

  /** Publishes what a request means, whatever its bytes are. */
  static final class TakesAnyBytes extends ForwardingCatalog {

    TakesAnyBytes(Catalog delegate) {
      super(delegate);
    }

    @Override
    public PublishAnswer publish(PublishRequest request) {
      return super.publish(ProjectUnderTest.request(request.content()));
    }
  }

  /** Deletes the files of what it did not publish. */
  static final class CleaningUp extends ForwardingCatalog {

    CleaningUp(Catalog delegate) {
      super(delegate);
    }

    @Override
    public PublishAnswer publish(PublishRequest request) {
      PublishAnswer answer = super.publish(request);
      if (!(answer instanceof PublishAnswer.Published)) {
        request.content().changes().forEach(CleaningUp::delete);
      }
      return answer;
    }

    private static void delete(Change change) {
      try {
        if (change instanceof Change.Create create) {
          Files.deleteIfExists(TableFiles.fileAt(create.metadataLocation()));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Compares a release with the whole head. */
  static final class WholeHead extends ForwardingCatalog {

    WholeHead(Catalog delegate) {
      super(delegate);
    }

    @Override
    public PublishAnswer publish(PublishRequest request) {
      CommitContent content = request.content();
      return super.publish(
          altered(content, content.expectedHead(), Comparison.HEAD, content.changes()));
    }
  }

  /** Applies changes in another order than they were staged in. */
  static final class Reordering extends ForwardingCatalog {

    Reordering(Catalog delegate) {
      super(delegate);
    }

    @Override
    public PublishAnswer publish(PublishRequest request) {
      CommitContent content = request.content();
      List<Change> changes = new ArrayList<>(content.changes());
      Collections.reverse(changes);
      return super.publish(altered(content, content.expectedHead(), content.comparison(), changes));
    }
  }

  /** Looks at the name of an updated table only, not at its id. */
  static final class ByName extends ForwardingCatalog {

    ByName(Catalog delegate) {
      super(delegate);
    }

    @Override
    public PublishAnswer publish(PublishRequest request) {
      CommitContent content = request.content();
      List<Change> changes =
          content.changes().stream().map(change -> byName(content, change)).toList();
      return super.publish(altered(content, content.expectedHead(), content.comparison(), changes));
    }

    private Change byName(CommitContent content, Change change) {
      if (!(change instanceof Change.Update update)) {
        return change;
      }
      return table(content.project(), content.expectedHead(), update.table())
          .<Change>map(
              entry ->
                  new Change.Update(
                      entry.name(),
                      entry.tableId(),
                      entry.metadataLocation(),
                      update.metadataLocation()))
          .orElse(update);
    }
  }

  /** Answers each table as it is now. */
  static final class OnlyNow extends ForwardingCatalog {

    OnlyNow(Catalog delegate) {
      super(delegate);
    }

    @Override
    public Optional<TableEntry> table(ProjectName project, CommitId commit, TableName table) {
      return super.table(project, branch(project, BranchName.MAIN).head().id(), table);
    }
  }

  /** Turns the order of each page around. */
  static final class Unordered extends ForwardingCatalog {

    Unordered(Catalog delegate) {
      super(delegate);
    }

    @Override
    public Page<TableEntry> tables(ProjectName project, CommitId commit, PageRequest page) {
      Page<TableEntry> answer = super.tables(project, commit, page);
      List<TableEntry> items = new ArrayList<>(answer.items());
      Collections.reverse(items);
      return new Page<>(items, answer.nextToken().orElse(null));
    }
  }

  /** Deletes a branch whatever its head is. */
  static final class DeletesAnyHead extends ForwardingCatalog {

    DeletesAnyHead(Catalog delegate) {
      super(delegate);
    }

    @Override
    public DeleteBranchAnswer deleteBranch(
        ProjectName project, BranchName branch, CommitId expectedHead) {
      BranchState state = branch(project, branch);
      return super.deleteBranch(project, branch, state.head().id());
    }
  }

  /** Hands out keys that it keeps for too long. */
  static final class StaleAccess extends ForwardingCatalog {

    StaleAccess(Catalog delegate) {
      super(delegate);
    }

    @Override
    public Set<Capability> capabilities() {
      return EnumSet.allOf(Capability.class);
    }

    @Override
    public StorageAccess storageAccess() {
      return StorageAccess.of(Map.of("client.region", "us-east-1"))
          .expiringAt(Instant.now().minusSeconds(1));
    }
  }

  /** Does what it says that it cannot. */
  static final class Undeclared extends ForwardingCatalog {

    Undeclared(Catalog delegate) {
      super(delegate);
    }

    @Override
    public Set<Capability> capabilities() {
      return EnumSet.complementOf(EnumSet.of(Capability.RENAME_TABLE, Capability.STORAGE_ACCESS));
    }
  }

  /** Says that nothing was sent when an answer was lost. */
  static final class SaysNotSent extends ForwardingCatalog {

    SaysNotSent(Catalog delegate) {
      super(delegate);
    }

    @Override
    public PublishAnswer publish(PublishRequest request) {
      try {
        return super.publish(request);
      } catch (UnavailableException e) {
        throw UnavailableException.notSent("Not sent", e);
      }
    }
  }

  private static PublishRequest altered(
      CommitContent content, CommitId head, Comparison comparison, List<Change> changes) {
    return ProjectUnderTest.request(
        new CommitContent(
            content.project(),
            content.branch(),
            content.branchId(),
            head,
            comparison,
            content.operationId(),
            content.message(),
            content.properties(),
            changes));
  }

  private static PublishRequest renewed(
      CommitContent content, CommitId head, List<Change> changes) {
    return ProjectUnderTest.request(
        new CommitContent(
            content.project(),
            content.branch(),
            content.branchId(),
            head,
            content.comparison(),
            OperationId.random(),
            content.message(),
            content.properties(),
            changes));
  }
}
