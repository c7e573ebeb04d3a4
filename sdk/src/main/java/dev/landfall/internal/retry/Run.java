package dev.landfall.internal.retry;

import dev.landfall.model.Attempt;
import java.util.List;

/** How the attempts of one call ended. */
public sealed interface Run<T> {

  /** Returns the attempts that failed, in order. */
  List<Attempt> failedAttempts();

  /** Returns whether a failed attempt may have had its effect all the same. */
  boolean ambiguous();

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
