package dev.landfall.internal.commit;

import dev.landfall.config.RetryPolicy;
import dev.landfall.event.ClientListener;
import dev.landfall.internal.retry.FakePacing;
import dev.landfall.internal.retry.Retrier;

/** A scripted catalog, and publishers that talk to it without taking time. */
final class Publishing {

  final ScriptedCatalog catalog = new ScriptedCatalog();
  final FakePacing time = new FakePacing();

  Publisher publisher(int attempts) {
    return publisher(attempts, ClientListener.NONE);
  }

  Publisher publisher(int attempts, ClientListener listener) {
    RetryPolicy policy = RetryPolicy.builder().maxAttempts(attempts).build();
    return new Publisher(catalog, new Retrier(policy, time.pacing()), listener);
  }
}
