package dev.landfall;

import dev.landfall.model.Attempt;
import dev.landfall.model.OperationId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request was sent, or may have been, and no answer of the catalog came back: the commit has
 * landed, may still land, or never will. Three moves are safe, on the frozen commit that this
 * exception carries: {@link FrozenCommit#recover()} looks the operation up, {@link
 * FrozenCommit#publish()} sends the same request again, which lands at most once, and {@link
 * FrozenCommit#abandon()} makes sure that it never lands. Do not redo the writes before one of them
 * has settled the outcome: they could land twice.
 */
public final class OutcomeUnknownException extends PublishException {

  private static final long serialVersionUID = 1L;

  private final String operationId;
  private final transient @Nullable FrozenCommit commit;
  private final transient List<Attempt> attempts;

  OutcomeUnknownException(
      FrozenCommit commit, List<Attempt> attempts, @Nullable Throwable lastFailure) {
    super(
        "It is unknown whether operation "
            + commit.operationId()
            + " landed, after "
            + attempts.size()
            + (attempts.size() == 1 ? " attempt" : " attempts")
            + "; call recover(), publish() or abandon() on the frozen commit",
        lastFailure);
    this.operationId = commit.operationId().toString();
    this.commit = commit;
    this.attempts = List.copyOf(attempts);
  }

  /** Returns the operation whose outcome is unknown; also after Java serialization. */
  public OperationId operationId() {
    return OperationId.of(operationId);
  }

  /**
   * Returns the frozen commit, which can settle the outcome.
   *
   * @throws IllegalStateException if this exception went through Java serialization, which keeps no
   *     frozen commit; use a {@link SavedCommit} for that
   */
  public FrozenCommit commit() {
    if (commit == null) {
      throw new IllegalStateException(
          "This exception was deserialized and has no frozen commit; resume the SavedCommit of"
              + " operation "
              + operationId
              + " instead");
    }
    return commit;
  }

  /** Returns what was tried, in order. */
  public List<Attempt> attempts() {
    return attempts == null ? List.of() : attempts;
  }
}
