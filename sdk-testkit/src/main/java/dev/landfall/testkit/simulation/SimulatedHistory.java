package dev.landfall.testkit.simulation;

/** A history of a simulated world, and what the checker says of it. Immutable. */
public final class SimulatedHistory {

  private final long seed;
  private final History history;
  private final Verdict verdict;
  private final Transcript transcript;

  SimulatedHistory(long seed, History history, Verdict verdict, Transcript transcript) {
    this.seed = seed;
    this.history = history;
    this.verdict = verdict;
    this.transcript = transcript;
  }

  /** Returns the seed, of which the same history comes again. */
  public long seed() {
    return seed;
  }

  /** Returns what callers did and were told. */
  public History history() {
    return history;
  }

  /** Returns what the checker found. */
  public Verdict verdict() {
    return verdict;
  }

  /** Returns what happened, a line each; the same for the same seed, byte for byte. */
  public synchronized String transcript() {
    return transcript.toString();
  }
}
