package dev.landfall.testkit.simulation;

/**
 * One history of a simulated world, and what the checker says of it.
 *
 * @param seed of which the same history comes again
 * @param transcript what happened, a line each; the same for the same seed, byte for byte
 */
public record SimulatedHistory(long seed, History history, Verdict verdict, String transcript) {}
