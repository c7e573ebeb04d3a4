package dev.landfall.internal.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has been opened on the way to a catalog; closed again unless the way was gone to its end.
 */
final class Opening implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

  private final Deque<AutoCloseable> lastFirst = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T opened) {
    lastFirst.push(opened);
    return opened;
  }

  /** Keeps all of it open. */
  void succeed() {
    lastFirst.clear();
  }

  @Override
  public void close() {
    for (AutoCloseable opened : lastFirst) {
      closeLogged(opened);
    }
  }

  /** Closes; a failure changes nothing of what is durable, so it is only logged. */
  static void closeLogged(AutoCloseable opened) {
    boolean interrupted = false;
    try {
      opened.close();
    } catch (InterruptedException e) {
      interrupted = true;
    } catch (Exception e) {
      LOG.warn("Cannot close a part of a catalog; what was committed is durable", e);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
