package dev.landfall.testkit.junit;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What is to be closed, the last opened first, each whatever becomes of the others. */
final class Closing {

  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T resource) {
    open.push(resource);
    return resource;
  }

  /**
   * Closes everything; closing again has no effect.
   *
   * @return the first failure, with the others suppressed; null if there was none
   */
  @Nullable Throwable close() {
    Throwable first = null;
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception | Error e) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    return first;
  }
}
