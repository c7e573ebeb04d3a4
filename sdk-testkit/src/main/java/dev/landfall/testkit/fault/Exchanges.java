package dev.landfall.testkit.fault;

/** Where the front ends bring what they have read. Thread-safe. */
@FunctionalInterface
interface Exchanges {

  /** Takes one exchange to its end. */
  void run(RequestHead head, ClientEnd client) throws InterruptedException;
}
