package dev.landfall.internal.commit;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.event.AbandonFinished;
import dev.landfall.event.AttemptFailed;
import dev.landfall.event.ClientListener;
import dev.landfall.event.RecoverFinished;
import dev.landfall.internal.retry.Retrier;
import dev.landfall.internal.retry.Run;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.Comparison;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The publish state machine: sends frozen requests, and says of each no more than is proven. Safe
 * for use by many threads, also for one request at once; holds no lock while it calls the catalog.
 *
 * <p>An attempt is ambiguous if it failed without the catalog's own answer and may have been sent.
 * From then on the outcome can only be settled by an answer for which the catalog looked the
 * operation up; every other refusal leaves it unknown.
 */
public final class Publisher {

  private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

  private final Catalog catalog;
  private final Retrier retrier;
  private final ClientListener listener;

  /** Makes a publisher; whatever the listener throws changes nothing. */
  public Publisher(Catalog catalog, Retrier retrier, ClientListener listener) {
    this.catalog = catalog;
    this.retrier = retrier;
    this.listener = new GuardedListener(listener);
  }

  /**
   * Publishes a request: sends it, and repeats the same bytes while the policy allows. Never throws
   * a {@link RuntimeException}; if the Java machine fails, its error is thrown and the outcome is
   * unknown. An interrupt ends it and stays set.
   *
   * @param history of this request, the same one for all its publishes
   */
  public PublishOutcome publish(PublishRequest request, SendHistory history) {
    boolean definitelyNotPublished = false;
    history.enter();
    try {
      PublishOutcome outcome = sendAndSettle(request, history);
      definitelyNotPublished = isDefinitelyNotPublished(outcome);
      return outcome;
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      // A fault of the SDK itself, of a logger or a clock: what was sent before it may land.
      LOG.error("Operation {} has an unknown outcome", request.operationId(), e);
      return new PublishOutcome.Unknown(List.of(), e);
    } finally {
      history.leave(definitelyNotPublished);
    }
  }

  /**
   * Looks up the commit that this request made. Empty means that there is no record of it now: a
   * request that is still on its way may land later, unless it is abandoned.
   *
   * @throws OperationMismatchException if the operation made a commit of another request, so that
   *     this one will never land
   * @throws UnavailableException if the catalog cannot be asked; call again
   * @throws ProtocolException if the catalog's answer cannot be used; call again
   * @throws CatalogException if the catalog refuses to answer, which says nothing about the commit
   */
  public Optional<CommitInfo> recover(PublishRequest request) {
    Optional<CommitInfo> found = lookUp(request).valueOrThrow();
    LOG.debug("Operation {} was looked up: {}", request.operationId(), found);
    listener.recoverFinished(
        new RecoverFinished(request.project(), request.operationId(), idOf(found)));
    return found;
  }

  /**
   * Fences the operation of this request: afterwards it has landed, and its commit is returned, or
   * it never will. Calling it again answers the same.
   *
   * @throws OperationMismatchException if the operation made a commit of another request, so that
   *     this one will never land
   * @throws UnavailableException if it says that the call may have been sent, then it is not known
   *     whether the operation is fenced; else it is not. Call again in both cases
   * @throws CatalogException if the catalog refuses; the operation is not fenced
   */
  public Optional<CommitInfo> abandon(PublishRequest request) {
    Run<Optional<CommitInfo>> run = fence(request);
    if (run instanceof Run.GaveUp<Optional<CommitInfo>> gaveUp
        && gaveUp.ambiguous()
        && !isSettling(gaveUp.lastFailure())) {
      throw UnavailableException.maybeSent(
          "It is not known whether operation "
              + request.operationId()
              + " of project '"
              + request.project()
              + "' was abandoned; call abandon again",
          gaveUp.lastFailure());
    }
    Optional<CommitInfo> landed = run.valueOrThrow();
    LOG.info(
        "Operation {} {}",
        request.operationId(),
        landed.map(commit -> "had landed as " + commit).orElse("is abandoned"));
    listener.abandonFinished(
        new AbandonFinished(request.project(), request.operationId(), idOf(landed)));
    return landed;
  }

  private PublishOutcome sendAndSettle(PublishRequest request, SendHistory history) {
    PublishTrace trace = PublishTrace.begin(request, retrier.pacing(), listener);
    Run<PublishAnswer> run =
        repeat(request, () -> AnswerCheck.publish(request, catalog.publish(request)));
    PublishOutcome outcome = settle(request, run, run.ambiguous() || history.othersMayHaveSent());
    trace.end(outcome, run.failedAttempts());
    return outcome;
  }

  private PublishOutcome settle(PublishRequest request, Run<PublishAnswer> run, boolean ambiguous) {
    if (run instanceof Run.Answered<PublishAnswer> answered) {
      return settle(request, answered, ambiguous);
    }
    Throwable failure = ((Run.GaveUp<PublishAnswer>) run).lastFailure();
    if (failure instanceof CatalogException refusal && (!ambiguous || isSettling(failure))) {
      return new PublishOutcome.Failed(refusal);
    }
    if (failure instanceof InvalidRequestException flaw) {
      // These bytes can never be published, so that only what has landed already counts.
      return settleByLookUp(request, run, new PublishOutcome.Failed(flaw));
    }
    return new PublishOutcome.Unknown(run.failedAttempts(), failure);
  }

  private PublishOutcome settle(
      PublishRequest request, Run.Answered<PublishAnswer> run, boolean ambiguous) {
    if (run.value() instanceof PublishAnswer.Published published) {
      return new PublishOutcome.Published(published.commit(), published.replayed());
    }
    PublishOutcome refused =
        run.value() instanceof PublishAnswer.BranchMoved moved
            ? new PublishOutcome.BranchMoved(
                request.content().expectedHead(), moved.actualHead().orElse(null))
            : new PublishOutcome.Conflicted(((PublishAnswer.Conflicted) run.value()).conflicts());
    return ambiguous ? settleByLookUp(request, run, refused) : refused;
  }

  /**
   * A catalog looks the operation up before it compares heads. For one that does not, the rival
   * that moved the branch may be an earlier attempt of this very request, so that is asked for. A
   * conflict of a release may pass, and a late attempt land then: the operation is fenced, so that
   * the conflict is definite.
   */
  private PublishOutcome settleByLookUp(
      PublishRequest request, Run<PublishAnswer> run, PublishOutcome refused) {
    Run<Optional<CommitInfo>> lookUp = mayPass(request, refused) ? fence(request) : lookUp(request);
    if (lookUp instanceof Run.Answered<Optional<CommitInfo>> answered) {
      return answered
          .value()
          .<PublishOutcome>map(commit -> new PublishOutcome.Published(commit, true))
          .orElse(refused);
    }
    Throwable failure = ((Run.GaveUp<Optional<CommitInfo>>) lookUp).lastFailure();
    return failure instanceof OperationMismatchException mismatch
        ? new PublishOutcome.Failed(mismatch)
        : new PublishOutcome.Unknown(run.failedAttempts(), failure);
  }

  private Run<Optional<CommitInfo>> lookUp(PublishRequest request) {
    return repeat(request, () -> AnswerCheck.lookUp(request, catalog.findOperation(request)));
  }

  private Run<Optional<CommitInfo>> fence(PublishRequest request) {
    return repeat(request, () -> AnswerCheck.lookUp(request, catalog.abandon(request)));
  }

  /** A branch never comes back to a head, but a table or a name may to what a release expects. */
  private static boolean mayPass(PublishRequest request, PublishOutcome refused) {
    return refused instanceof PublishOutcome.Conflicted
        && request.content().comparison() == Comparison.TABLES;
  }

  private <T> Run<T> repeat(PublishRequest request, Supplier<T> call) {
    return retrier.run(
        call,
        attempt -> {
          LOG.debug("Operation {}: {}", request.operationId(), attempt);
          listener.attemptFailed(
              new AttemptFailed(request.project(), request.operationId(), attempt));
        });
  }

  /** The catalog looked the operation up, and found that this request can never land. */
  private static boolean isSettling(Throwable failure) {
    return failure instanceof OperationMismatchException
        || failure instanceof OperationAbandonedException;
  }

  private static boolean isDefinitelyNotPublished(PublishOutcome outcome) {
    return !(outcome instanceof PublishOutcome.Published)
        && !(outcome instanceof PublishOutcome.Unknown);
  }

  private static @Nullable CommitId idOf(Optional<CommitInfo> commit) {
    return commit.map(CommitInfo::id).orElse(null);
  }
}
