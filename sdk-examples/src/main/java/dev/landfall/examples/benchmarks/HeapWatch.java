package dev.landfall.examples.benchmarks;

import java.util.Iterator;

/** Looks how full the heap is, garbage included, as rows pass by. */
final class HeapWatch {

  private static final int ROWS_BETWEEN_LOOKS = 1_000;

  private long rows;
  private long peakBytes;

  /** Returns the same rows, watched as they are read. */
  Iterable<Reading> watch(Iterable<Reading> readings) {
    return () -> {
      Iterator<Reading> source = readings.iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return source.hasNext();
        }

        @Override
        public Reading next() {
          look();
          return source.next();
        }
      };
    };
  }

  private void look() {
    if (rows++ % ROWS_BETWEEN_LOOKS == 0) {
      Runtime runtime = Runtime.getRuntime();
      peakBytes = Math.max(peakBytes, runtime.totalMemory() - runtime.freeMemory());
    }
  }

  /** Returns the most that was seen. */
  long peakBytes() {
    return peakBytes;
  }
}
