package dev.landfall.testkit.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests that are delivered once more when others have published. Thread-safe. */
final class LateDeliveries {

  private static final Logger LOG = LoggerFactory.getLogger(LateDeliveries.class);
  private static final Duration BOUND = Duration.ofSeconds(10);

  private static final class Waiting {
    final Hold hold;
    int publishes;

    Waiting(Hold hold, int publishes) {
      this.hold = hold;
      this.publishes = publishes;
    }
  }

  private final List<Waiting> waiting = new ArrayList<>();

  synchronized void add(Hold hold, int publishes) {
    waiting.add(new Waiting(hold, publishes));
  }

  /** Counts an answered publish, and waits for the deliveries that it lets go on. */
  void publishAnswered() throws InterruptedException {
    for (Hold hold : countDown()) {
      hold.release();
      if (!hold.isDeliveredWithin(BOUND)) {
        LOG.warn("A late delivery was not answered within {}", BOUND);
      }
    }
  }

  private synchronized List<Hold> countDown() {
    List<Hold> due = new ArrayList<>();
    for (Iterator<Waiting> all = waiting.iterator(); all.hasNext(); ) {
      Waiting next = all.next();
      next.publishes--;
      if (next.publishes == 0) {
        due.add(next.hold);
        all.remove();
      }
    }
    return due;
  }
}
