package dev.landfall.event;

/**
 * Is told what a client does. Methods are called in the thread that does the work, and by many
 * threads at once, so they should be quick and must be thread-safe. They change nothing: whatever a
 * method throws is logged and otherwise ignored. More methods may be added, each doing nothing
 * unless overridden.
 */
public interface ClientListener {

  /** The listener that does nothing. */
  ClientListener NONE = new ClientListener() {};

  /** Called before a publish sends anything. */
  default void publishStarted(PublishStarted report) {}

  /** Called after each failed attempt of a publish, a recovery or an abandonment. */
  default void attemptFailed(AttemptFailed report) {}

  /** Called once for each publish, when its outcome is settled or unknown. */
  default void publishFinished(PublishFinished report) {}

  /** Called when a recovery has its answer; not if it throws. */
  default void recoverFinished(RecoverFinished report) {}

  /** Called when an abandonment has its answer; not if it throws. */
  default void abandonFinished(AbandonFinished report) {}

  /** Called now and then while rows are written, and when a table version is complete. */
  default void writeProgress(WriteProgress progress) {}
}
