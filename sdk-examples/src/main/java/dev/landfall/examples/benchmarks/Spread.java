package dev.landfall.examples.benchmarks;

import java.util.Arrays;
import java.util.Locale;

/** The median of some measurements, with the least and the greatest. */
record Spread(double median, double min, double max) {

  static Spread of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Spread(median(sorted), sorted[0], sorted[sorted.length - 1]);
  }

  static double medianOf(double[] values) {
    return of(values).median();
  }

  Spread dividedBy(double divisor) {
    return new Spread(median / divisor, min / divisor, max / divisor);
  }

  private static double median(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Formats as in {@code 4.21 [3.90-5.02]}. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s [%s-%s]", number(median), number(min), number(max));
  }

  /** Formats with as many decimals as the size of the number deserves. */
  static String number(double value) {
    String format = value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }
}
