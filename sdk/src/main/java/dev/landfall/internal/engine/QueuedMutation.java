package dev.landfall.internal.engine;

import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A mutation on its way through the writer, and its outcome: set by the thread that leads its
 * batch, read by the thread that called, in the order that {@link WriteQueue} gives them.
 */
final class QueuedMutation<T> {

  /** How often a mutation is run that others disturb; each time one of those has succeeded. */
  private static final int MOST_RACES = 10;

  private final Mutation<T> mutation;
  private int races;
  private boolean reconnected;
  private @Nullable T answer;
  private @Nullable Throwable failure;

  QueuedMutation(Mutation<T> mutation) {
    this.mutation = mutation;
  }

  /** Runs the mutation, again if need be. What it throws itself is its outcome. */
  void apply(WriteContext context) throws SQLException {
    answer = null;
    failure = null;
    try {
      answer = mutation.apply(context);
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  Optional<HeadMirror.Branch> moves() {
    return mutation.moves();
  }

  /** Tells the mirror what became durable; nothing if it failed. */
  void reflect(HeadMirror mirror) {
    if (answer != null) {
      mutation.reflect(answer, mirror);
    }
  }

  void fail(Throwable reason) {
    answer = null;
    failure = reason;
  }

  boolean failed() {
    return failure != null;
  }

  /** Returns whether it failed with an error of the virtual machine. */
  boolean broke() {
    return failure instanceof Error;
  }

  /** Notes that it lost its connection, and returns whether it may be run on another one. */
  boolean mayReconnect() {
    boolean first = !reconnected;
    reconnected = true;
    return first;
  }

  /** Notes that others disturbed it, and returns whether it may be run once more. */
  boolean mayRaceAgain() {
    races++;
    return races < MOST_RACES;
  }

  /** Returns the answer, or throws the failure. */
  T outcome() {
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (answer == null) {
      throw new IllegalStateException("The mutation was taken into a batch that never ended");
    }
    return answer;
  }
}
