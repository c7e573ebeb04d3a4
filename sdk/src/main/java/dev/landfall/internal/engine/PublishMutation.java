package dev.landfall.internal.engine;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.bindings.Binding;
import dev.landfall.internal.bindings.StagedBindings;
import dev.landfall.internal.engine.BranchRows.Head;
import dev.landfall.internal.engine.OperationRows.Operation;
import dev.landfall.internal.engine.ProjectRows.Project;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.Comparison;
import dev.landfall.model.TableName;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Publishes a request: a compare-and-swap on the whole head of its branch, or on each of its
 * tables.
 *
 * @param flaw why the request can never be published; counts only if it has not been already
 */
record PublishMutation(
    Project project, PublishRequest request, Optional<InvalidRequestException> flaw)
    implements Mutation<PublishAnswer> {

  @Override
  public PublishAnswer apply(WriteContext context) throws SQLException {
    CommitContent content = request.content();
    // Locked first, so that the operation of a rival that still holds the branch is seen.
    boolean exists = context.lockBranch(project.id(), content.branch());
    Optional<Operation> operation =
        OperationRows.find(context.session(), project.id(), request.operationId());
    if (operation.isPresent()) {
      return replay(context.session(), operation.get());
    }
    if (flaw.isPresent()) {
      throw flaw.get();
    }
    Optional<Head> head =
        exists
            ? BranchRows.head(context.session(), project.id(), content.branch())
            : Optional.empty();
    if (head.isEmpty() || !head.get().branchId().equals(content.branchId())) {
      return new PublishAnswer.BranchMoved(null);
    }
    boolean moved = !head.get().head().equals(content.expectedHead());
    if (moved && content.comparison() == Comparison.HEAD) {
      return new PublishAnswer.BranchMoved(head.get().head());
    }
    return append(context, head.get());
  }

  @Override
  public Optional<HeadMirror.Branch> moves() {
    return Optional.of(new HeadMirror.Branch(project.id(), request.content().branch()));
  }

  @Override
  public void reflect(PublishAnswer answer, HeadMirror mirror) {
    if (answer instanceof PublishAnswer.Published published && !published.replayed()) {
      CommitContent content = request.content();
      mirror.moved(
          new HeadMirror.Branch(project.id(), content.branch()),
          new BranchState(project.info(), content.branch(), content.branchId(), published.commit()),
          content.changes());
    }
  }

  private PublishAnswer replay(SqlSession session, Operation operation) throws SQLException {
    if (operation.abandoned()) {
      throw new OperationAbandonedException(
          "Operation "
              + operation.id()
              + " was abandoned and will never be published; start a new commit");
    }
    CommitId commit = operation.commitOf(request.sha256());
    return new PublishAnswer.Published(CommitRows.require(session, project.id(), commit), true);
  }

  private PublishAnswer append(WriteContext context, Head head) throws SQLException {
    SqlSession session = context.session();
    StagedBindings<SQLException> bindings =
        new StagedBindings<>(name -> PointerRows.find(session, head.headPosition(), name));
    for (Change change : request.content().changes()) {
      bindings.apply(change);
    }
    if (!bindings.conflicts().isEmpty()) {
      return new PublishAnswer.Conflicted(bindings.conflicts());
    }
    context.reached(Step.CHECKED);
    CommitId id = new CommitId(request.sha256());
    Instant committedAt = notBefore(head.headCommittedAt(), context.now());
    write(context, head, id, committedAt, bindings.changed());
    return new PublishAnswer.Published(
        CommitRows.info(id, head.head(), committedAt, request.content()), false);
  }

  private void write(
      WriteContext context,
      Head head,
      CommitId id,
      Instant committedAt,
      Map<TableName, Optional<Binding>> changed)
      throws SQLException {
    SqlSession session = context.session();
    Position position = head.headPosition().nextOn(head.line());
    CommitRows.insert(
        session, project.id(), position, id, releasedOnto(head), committedAt, request.bytes());
    context.reached(Step.COMMIT_WRITTEN);
    OperationRows.insertLanded(session, project.id(), request.operationId(), id);
    context.reached(Step.OPERATION_WRITTEN);
    for (Map.Entry<TableName, Optional<Binding>> entry : changed.entrySet()) {
      PointerRows.insert(session, position, entry.getKey(), entry.getValue().orElse(null));
    }
    context.reached(Step.POINTERS_WRITTEN);
    BranchRows.move(session, project.id(), request.content().branch(), head, id);
    context.reached(Step.BRANCH_WRITTEN);
  }

  /** Returns the parent, if it is not the one that the request names. */
  private @Nullable CommitId releasedOnto(Head head) {
    return head.head().equals(request.content().expectedHead()) ? null : head.head();
  }

  /** The clock may be set back; the times of a history never are. */
  private static Instant notBefore(Instant parent, Instant now) {
    return now.isBefore(parent) ? parent : now;
  }
}
