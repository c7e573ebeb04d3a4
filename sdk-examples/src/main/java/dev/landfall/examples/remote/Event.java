package dev.landfall.examples.remote;

import java.util.List;
import java.util.stream.LongStream;

/** A row of the table. */
record Event(long id, int batch, String kind) {

  /** How many batches there are. */
  static final int BATCHES = 4;

  private static final int EVENTS_OF_A_BATCH = 3;

  /** Stands for the source of the rows: ids count on from batch to batch. */
  static List<Event> fetch(int batch) {
    long first = (batch - 1L) * EVENTS_OF_A_BATCH + 1;
    return LongStream.range(first, first + EVENTS_OF_A_BATCH)
        .mapToObj(id -> new Event(id, batch, id % 2 == 0 ? "click" : "view"))
        .toList();
  }
}
