package dev.landfall.examples.recovery;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import java.util.concurrent.atomic.AtomicReference;

/** A line to a catalog that loses one request, or one answer, when told to. */
final class LossyLine {

  private enum Loss {
    NONE,
    REQUEST,
    ANSWER
  }

  private final AtomicReference<Loss> next = new AtomicReference<>(Loss.NONE);

  void loseNextRequest() {
    next.set(Loss.REQUEST);
  }

  void loseNextAnswer() {
    next.set(Loss.ANSWER);
  }

  /** Puts the line before a catalog. */
  Catalog before(Catalog catalog) {
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
