package dev.landfall.testkit.fault;

import java.time.Duration;

/**
 * A place where requests, or answers, wait until a test lets them go on. What has left it once, or
 * comes after the release, does not wait. Thread-safe.
 */
public final class Hold {

  private final Monitor monitor = new Monitor();
  private boolean released;
  private int arrived;
  private int delivered;

  Hold() {}

  /**
   * Waits until something has arrived here.
   *
   * @throws AssertionError if nothing arrives within the bound
   * @throws InterruptedException if the thread is interrupted
   */
  public void awaitArrival(Duration bound) throws InterruptedException {
    if (!monitor.await(() -> arrived > 0, bound)) {
      throw new AssertionError("Nothing has arrived at the hold within " + bound);
    }
  }

  /** Lets go on what waits here and whatever comes later. Does nothing when repeated. */
  public void release() {
    monitor.change(() -> released = true);
  }

  /**
   * Waits until something has arrived here and the server has answered all of it, also what is
   * delivered after its client has gone.
   *
   * @throws AssertionError if it does not come to that within the bound
   * @throws InterruptedException if the thread is interrupted
   */
  public void awaitDelivery(Duration bound) throws InterruptedException {
    if (!isDeliveredWithin(bound)) {
      throw new AssertionError(
          "Not delivered within " + bound + ": " + monitor.get(this::describe));
    }
  }

  boolean isDeliveredWithin(Duration bound) throws InterruptedException {
    return monitor.await(() -> arrived > 0 && delivered == arrived, bound);
  }

  boolean isDelivered() {
    return monitor.get(() -> delivered > 0);
  }

  void arrive() {
    monitor.change(() -> arrived++);
  }

  void awaitRelease() throws InterruptedException {
    monitor.await(() -> released);
  }

  void delivered() {
    monitor.change(() -> delivered++);
  }

  private String describe() {
    return arrived
        + " arrived, "
        + delivered
        + " delivered, "
        + (released ? "" : "not ")
        + "released";
  }

  @Override
  public String toString() {
    return "hold (" + monitor.get(this::describe) + ")";
  }
}
