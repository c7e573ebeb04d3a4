package dev.landfall.internal.commit;

import dev.landfall.event.AbandonFinished;
import dev.landfall.event.AttemptFailed;
import dev.landfall.event.ClientListener;
import dev.landfall.event.PublishFinished;
import dev.landfall.event.PublishStarted;
import dev.landfall.event.RecoverFinished;
import dev.landfall.event.WriteProgress;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps whatever a listener throws away from the work that it is told of. */
public final class GuardedListener implements ClientListener {

  private static final Logger LOG = LoggerFactory.getLogger(GuardedListener.class);

  private final ClientListener listener;

  /** Wraps a listener. */
  public GuardedListener(ClientListener listener) {
    this.listener = listener;
  }

  @Override
  public void publishStarted(PublishStarted report) {
    tell(listener::publishStarted, report);
  }

  @Override
  public void attemptFailed(AttemptFailed report) {
    tell(listener::attemptFailed, report);
  }

  @Override
  public void publishFinished(PublishFinished report) {
    tell(listener::publishFinished, report);
  }

  @Override
  public void recoverFinished(RecoverFinished report) {
    tell(listener::recoverFinished, report);
  }

  @Override
  public void abandonFinished(AbandonFinished report) {
    tell(listener::abandonFinished, report);
  }

  @Override
  public void writeProgress(WriteProgress progress) {
    tell(listener::writeProgress, progress);
  }

  private static <T> void tell(Consumer<T> method, T report) {
    try {
      method.accept(report);
    } catch (Throwable e) {
      // Errors too: a commit that landed has landed, whatever a listener makes of it.
      LOG.warn("A listener failed on {}; the work goes on", report, e);
    }
  }
}
