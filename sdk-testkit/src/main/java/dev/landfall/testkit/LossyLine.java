package dev.landfall.testkit;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A line to a catalog that loses one publish, or the answer to one, when told to: for a test of
 * what an application does about an unknown outcome. Put it before a catalog with {@code
 * LandfallClient.builder().decorateCatalog(line::before)}. Thread-safe.
 */
public final class LossyLine {

  private enum Loss {
    NONE,
    REQUEST,
    ANSWER
  }

  private final AtomicReference<Loss> next = new AtomicReference<>(Loss.NONE);

  /** Loses the next publish on its way: the catalog never gets it. */
  public void loseNextRequest() {
    next.set(Loss.REQUEST);
  }

  /** Loses the answer to the next publish: the catalog has done it. */
  public void loseNextAnswer() {
    next.set(Loss.ANSWER);
  }

  /** Returns the catalog as it is seen over this line. */
  public Catalog before(Catalog catalog) {
    return new ForwardingCatalog(catalog) {
      @Override
      public PublishAnswer publish(PublishRequest request) {
        Loss loss = next.getAndSet(Loss.NONE);
        if (loss == Loss.REQUEST) {
          throw UnavailableException.maybeSent("The line broke on the way there", null);
        }
        PublishAnswer answer = super.publish(request);
        if (loss == Loss.ANSWER) {
          throw UnavailableException.maybeSent("The line broke on the way back", null);
        }
        return answer;
      }
    };
  }
}
