package dev.landfall.examples.benchmarks;

import java.util.Arrays;

/** What half of some measurements, and 99 of 100 of them, do not exceed. */
record Percentiles(double p50, double p99) {

  static Percentiles of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Percentiles(rank(sorted, 0.50), rank(sorted, 0.99));
  }

  private static double rank(double[] sorted, double share) {
    return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }
}
