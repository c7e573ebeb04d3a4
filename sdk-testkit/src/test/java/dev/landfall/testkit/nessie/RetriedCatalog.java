package dev.landfall.testkit.nessie;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.DeleteBranchAnswer;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.RetryPolicy;
import dev.landfall.event.ClientListener;
import dev.landfall.internal.commit.PublishOutcome;
import dev.landfall.internal.commit.Publisher;
import dev.landfall.internal.commit.SendHistory;
import dev.landfall.internal.retry.Pacing;
import dev.landfall.internal.retry.Retrier;
import dev.landfall.internal.retry.RetryingReads;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A catalog as a client shows it: what may be repeated is, until it is answered. The three calls
 * that a client does not repeat take another way.
 */
final class RetriedCatalog extends ForwardingCatalog {

  /** Enough for a call of which each request meets one fault; waits take no time. */
  private static final int ATTEMPTS = 100;

  private final Catalog repeated;
  private final Catalog once;
  private final Retrier retrier;
  private final Publisher publisher;
  private final Set<OperationId> published;

  private RetriedCatalog(
      Catalog repeated, Catalog once, Retrier retrier, Set<OperationId> published) {
    super(new RetryingReads(repeated, retrier));
    this.repeated = repeated;
    this.once = once;
    this.retrier = retrier;
    this.published = published;
    this.publisher = new Publisher(repeated, retrier, new ClientListener() {});
  }

  /**
   * Makes the catalog.
   *
   * @param repeated gets the calls that may be repeated
   * @param once gets the others
   * @param published the operations that were told as published so far; what a call has published
   *     itself, before its answer was lost, is told as new
   */
  static RetriedCatalog of(Catalog repeated, Catalog once, Set<OperationId> published) {
    Pacing system = Pacing.system();
    Pacing hasty = new Pacing(system.clock(), system.nanoTime(), wait -> {}, system.chance());
    RetryPolicy policy = RetryPolicy.builder().maxAttempts(ATTEMPTS).build();
    return new RetriedCatalog(repeated, once, new Retrier(policy, hasty), published);
  }

  @Override
  public ProjectInfo createProject(ProjectName project) {
    return once.createProject(project);
  }

  @Override
  public BranchState createBranch(ProjectName project, BranchName branch, CommitId from) {
    return once.createBranch(project, branch, from);
  }

  @Override
  public DeleteBranchAnswer deleteBranch(
      ProjectName project, BranchName branch, CommitId expectedHead) {
    return once.deleteBranch(project, branch, expectedHead);
  }

  @Override
  public PublishAnswer publish(PublishRequest request) {
    PublishOutcome outcome = publisher.publish(request, SendHistory.neverSent());
    if (outcome instanceof PublishOutcome.Published answer) {
      return new PublishAnswer.Published(answer.commit(), !published.add(request.operationId()));
    } else if (outcome instanceof PublishOutcome.BranchMoved moved) {
      return new PublishAnswer.BranchMoved(moved.actual());
    } else if (outcome instanceof PublishOutcome.Conflicted conflicted) {
      return new PublishAnswer.Conflicted(conflicted.conflicts());
    } else if (outcome instanceof PublishOutcome.Failed failed) {
      throw failed.error();
    }
    throw UnavailableException.maybeSent(
        "The outcome is unknown", ((PublishOutcome.Unknown) outcome).lastFailure());
  }

  @Override
  public Optional<CommitInfo> findOperation(
      ProjectName project, OperationId operation, String sha256) {
    return repeat(() -> repeated.findOperation(project, operation, sha256));
  }

  @Override
  public Optional<CommitInfo> findOperation(PublishRequest request) {
    return publisher.recover(request);
  }

  @Override
  public Optional<CommitInfo> abandon(ProjectName project, OperationId operation, String sha256) {
    return repeat(() -> repeated.abandon(project, operation, sha256));
  }

  @Override
  public Optional<CommitInfo> abandon(PublishRequest request) {
    return publisher.abandon(request);
  }

  @Override
  public void close() {
    super.close();
    once.close();
  }

  private <T> T repeat(Supplier<T> call) {
    return retrier.run(call, attempt -> {}).valueOrThrow();
  }
}
