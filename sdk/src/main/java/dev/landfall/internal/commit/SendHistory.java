package dev.landfall.internal.commit;

/**
 * Whether a catalog may have got a frozen request before, over all its publishes. A refusal of a
 * later publish proves nothing about an earlier or concurrent one, so a frozen commit keeps one
 * history for its whole life. Safe for use by many threads.
 */
public final class SendHistory {

  private boolean mayHaveBeenSent;
  private int publishing;

  private SendHistory(boolean mayHaveBeenSent) {
    this.mayHaveBeenSent = mayHaveBeenSent;
  }

  /** Returns the history of a request that was frozen just now: nobody can have sent it. */
  public static SendHistory neverSent() {
    return new SendHistory(false);
  }

  /** Returns the history of a request that was saved: another process may have sent it. */
  public static SendHistory mayHaveBeenSent() {
    return new SendHistory(true);
  }

  synchronized void enter() {
    publishing++;
  }

  /** Returns whether another publish than the caller's, ended or not, may have sent the request. */
  synchronized boolean othersMayHaveSent() {
    return mayHaveBeenSent || publishing > 1;
  }

  /** Ends a publish; only a definite outcome other than published shows that nothing landed. */
  synchronized void leave(boolean definitelyNotPublished) {
    publishing--;
    mayHaveBeenSent |= !definitelyNotPublished;
  }
}
