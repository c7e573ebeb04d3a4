package dev.landfall.internal.retry;

import dev.landfall.catalog.ProtocolException;
import dev.landfall.model.Attempt;
import java.util.List;

/** How the attempts of one call ended. */
public sealed interface Run<T> {

  /** Returns the attempts that failed, in order. */
  List<Attempt> failedAttempts();

  /** Returns whether a failed attempt may have had its effect all the same. */
  boolean ambiguous();

  /**
   * Returns the value.
   *
   * @throws RuntimeException the last failure, if no attempt gave a value; an {@link Error} is
   *     thrown as it is too
   */
  default T valueOrThrow() {
    if (this instanceof Answered<T> answered) {
      return answered.value();
    }
    Throwable failure = ((GaveUp<T>) this).lastFailure();
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    throw new ProtocolException(
        "The catalog threw a checked exception; check its implementation, then call again",
        failure);
  }

  /** The last attempt gave a value. */
  record Answered<T>(T value, List<Attempt> failedAttempts, boolean ambiguous) implements Run<T> {
    /** Copies the list. */
    public Answered {
      failedAttempts = List.copyOf(failedAttempts);
    }
  }

  /**
   * No attempt gave a value, and there will be no other.
   *
   * @param failedAttempts empty if the thread was interrupted before the first attempt
   * @param lastFailure bears the earlier failures, and an interrupt that ended the run, as
   *     suppressed ones
   */
  record GaveUp<T>(Throwable lastFailure, List<Attempt> failedAttempts, boolean ambiguous)
      implements Run<T> {
    /** Copies the list. */
    public GaveUp {
      failedAttempts = List.copyOf(failedAttempts);
    }
  }
}
