package dev.landfall.internal.commit;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.DeleteBranchAnswer;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.Page;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A catalog of one branch that keeps the rules, and plays a script in front of them: each scripted
 * step takes one call; calls beyond the script are answered honestly.
 */
final class ScriptedCatalog implements Catalog {

  /** Every request that was sent, in order. */
  final List<PublishRequest> sent = Collections.synchronizedList(new ArrayList<>());

  /** The commits of the branch after the first head, oldest first. */
  final List<CommitInfo> history = new ArrayList<>();

  int lookUps;
  int abandons;

  private final Deque<Function<PublishRequest, PublishAnswer>> publishScript = new ArrayDeque<>();
  private final Deque<Supplier<Optional<CommitInfo>>> lookUpScript = new ArrayDeque<>();
  private final Deque<Supplier<Optional<CommitInfo>>> abandonScript = new ArrayDeque<>();
  private final Map<OperationId, PublishRequest> landed = new HashMap<>();
  private final Set<OperationId> abandoned = new HashSet<>();
  private CommitId head = Requests.H0;

  /** Scripts the next publish: what happens instead of, before or after an honest answer. */
  synchronized ScriptedCatalog onPublish(Function<PublishRequest, PublishAnswer> step) {
    publishScript.add(step);
    return this;
  }

  ScriptedCatalog answer(PublishAnswer answer) {
    return onPublish(request -> answer);
  }

  ScriptedCatalog fail(Throwable failure) {
    return onPublish(request -> thrown(failure));
  }

  /** The request takes effect, and its answer is lost. */
  ScriptedCatalog applyThenFail(Throwable failure) {
    return onPublish(
        request -> {
          apply(request);
          return thrown(failure);
        });
  }

  ScriptedCatalog onLookUp(Supplier<Optional<CommitInfo>> step) {
    lookUpScript.add(step);
    return this;
  }

  ScriptedCatalog onAbandon(Supplier<Optional<CommitInfo>> step) {
    abandonScript.add(step);
    return this;
  }

  /** Answers honestly: the operation first, then the head. */
  synchronized PublishAnswer apply(PublishRequest request) {
    Optional<CommitInfo> before = find(request.operationId(), request.sha256());
    if (before.isPresent()) {
      return new PublishAnswer.Published(before.get(), true);
    }
    if (abandoned.contains(request.operationId())) {
      throw new OperationAbandonedException("abandoned");
    }
    if (!request.content().expectedHead().equals(head)) {
      return new PublishAnswer.BranchMoved(head);
    }
    CommitInfo commit = Requests.commitOf(request);
    head = commit.id();
    history.add(commit);
    landed.put(request.operationId(), request);
    return new PublishAnswer.Published(commit, false);
  }

  synchronized CommitId head() {
    return head;
  }

  @Override
  public PublishAnswer publish(PublishRequest request) {
    sent.add(request);
    Function<PublishRequest, PublishAnswer> step;
    synchronized (this) {
      step = publishScript.isEmpty() ? this::apply : publishScript.remove();
    }
    return step.apply(request);
  }

  @Override
  public Optional<CommitInfo> findOperation(
      ProjectName project, OperationId operation, String sha256) {
    lookUps++;
    return lookUpScript.isEmpty() ? find(operation, sha256) : lookUpScript.remove().get();
  }

  @Override
  public Optional<CommitInfo> abandon(ProjectName project, OperationId operation, String sha256) {
    abandons++;
    return abandonScript.isEmpty() ? fence(operation, sha256) : abandonScript.remove().get();
  }

  synchronized Optional<CommitInfo> fence(OperationId operation, String sha256) {
    Optional<CommitInfo> before = find(operation, sha256);
    if (before.isEmpty()) {
      abandoned.add(operation);
    }
    return before;
  }

  private synchronized Optional<CommitInfo> find(OperationId operation, String sha256) {
    PublishRequest request = landed.get(operation);
    if (request == null) {
      return Optional.empty();
    }
    if (!request.sha256().equals(sha256)) {
      throw new OperationMismatchException("another request");
    }
    return Optional.of(Requests.commitOf(request));
  }

  /** Throws anything, also what the signature does not allow, as a foreign catalog might. */
  static <T> T thrown(Throwable failure) {
    ScriptedCatalog.<RuntimeException>sneak(failure);
    throw new AssertionError("not reached");
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak(Throwable failure) throws E {
    throw (E) failure;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.ABANDON);
  }

  @Override
  public ProjectInfo createProject(ProjectName project) {
    throw unexpected();
  }

  @Override
  public ProjectInfo project(ProjectName project) {
    throw unexpected();
  }

  @Override
  public Page<ProjectInfo> projects(PageRequest page) {
    throw unexpected();
  }

  @Override
  public BranchState branch(ProjectName project, BranchName branch) {
    throw unexpected();
  }

  @Override
  public Page<BranchState> branches(ProjectName project, PageRequest page) {
    throw unexpected();
  }

  @Override
  public BranchState createBranch(ProjectName project, BranchName branch, CommitId from) {
    throw unexpected();
  }

  @Override
  public DeleteBranchAnswer deleteBranch(
      ProjectName project, BranchName branch, CommitId expectedHead) {
    throw unexpected();
  }

  @Override
  public CommitInfo commit(ProjectName project, CommitId commit) {
    throw unexpected();
  }

  @Override
  public Page<CommitInfo> log(ProjectName project, CommitId from, PageRequest page) {
    throw unexpected();
  }

  @Override
  public Optional<TableEntry> table(ProjectName project, CommitId commit, TableName table) {
    throw unexpected();
  }

  @Override
  public Page<TableEntry> tables(ProjectName project, CommitId commit, PageRequest page) {
    throw unexpected();
  }

  @Override
  public void close() {}

  private static AssertionError unexpected() {
    return new AssertionError("A publisher only publishes, looks operations up and abandons them");
  }
}
