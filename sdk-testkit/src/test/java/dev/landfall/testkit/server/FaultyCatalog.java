package dev.landfall.testkit.server;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Fails, or holds, each look-up of the project when told to. */
final class FaultyCatalog extends ForwardingCatalog {

  final Semaphore held = new Semaphore(0);
  private volatile Supplier<RuntimeException> failure;
  private volatile CountDownLatch hold;

  FaultyCatalog(Catalog delegate) {
    super(delegate);
  }

  void fail(Supplier<RuntimeException> newFailure) {
    failure = newFailure;
  }

  void hold() {
    hold = new CountDownLatch(1);
  }

  void release() {
    hold.countDown();
    hold = null;
  }

  /** Waits until so many more look-ups are held. */
  void awaitHeld(int count) throws InterruptedException {
    if (!held.tryAcquire(count, 20, TimeUnit.SECONDS)) {
      throw new AssertionError("Fewer than " + count + " look-ups came within 20 s");
    }
  }

  @Override
  public ProjectInfo project(ProjectName project) {
    Supplier<RuntimeException> fails = failure;
    if (fails != null) {
      throw fails.get();
    }
    CountDownLatch waits = hold;
    if (waits != null) {
      held.release();
      try {
        if (!waits.await(60, TimeUnit.SECONDS)) {
          throw new AssertionError("Nobody released the look-up");
        }
      } catch (InterruptedException e) {
        throw new AssertionError("Interrupted in a held look-up", e);
      }
    }
    return super.project(project);
  }
}
