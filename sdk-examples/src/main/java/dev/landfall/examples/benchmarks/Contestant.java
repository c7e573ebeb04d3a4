package dev.landfall.examples.benchmarks;

/** One way to do the work that a benchmark compares. */
interface Contestant {

  /** Returns the name in the report. */
  String name();

  /** Prepares a round; not timed. */
  default void startRound() throws Exception {}

  /** Prepares one operation; not timed, but its CPU time is counted with the block's. */
  default void prepare() throws Exception {}

  /** Does the work once; timed. */
  void run() throws Exception;
}
