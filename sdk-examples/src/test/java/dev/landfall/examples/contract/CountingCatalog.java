package dev.landfall.examples.contract;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import java.util.concurrent.atomic.LongAdder;

/** A catalog of an application's own: it counts what is published through it. */
final class CountingCatalog extends ForwardingCatalog {

  private final LongAdder published = new LongAdder();

  CountingCatalog(Catalog delegate) {
    super(delegate);
  }

  long published() {
    return published.sum();
  }

  @Override
  public PublishAnswer publish(PublishRequest request) {
    PublishAnswer answer = super.publish(request);
    if (answer instanceof PublishAnswer.Published) {
      published.increment();
    }
    return answer;
  }
}
