package dev.landfall.internal.retry;

import java.time.Duration;

/** A way to wait, which a test replaces by one that waits for nothing. */
@FunctionalInterface
public interface Sleeper {

  /** Waits at least as long as asked, or until the thread is interrupted. */
  void sleep(Duration duration) throws InterruptedException;
}
