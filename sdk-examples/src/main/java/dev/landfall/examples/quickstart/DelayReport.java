package dev.landfall.examples.quickstart;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summarizingInt;
import static java.util.stream.Collectors.toMap;

import dev.landfall.Snapshot;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Joins flights with airports at one snapshot: both tables are of the same commit, always. */
final class DelayReport {

  private static final int LINES = 3;

  /** Airports with fewer departures say little. */
  private static final long ENOUGH = 100;

  private final Snapshot snapshot;

  DelayReport(Snapshot snapshot) {
    this.snapshot = snapshot;
  }

  /** What a report needs of a flight; the other columns are not read. */
  record Departure(String origin, int delay) {}

  private record Line(Airport airport, IntSummaryStatistics delays) {}

  /** Shows the airports that one leaves with the longest mean delay. */
  void show(Screen screen) {
    Map<String, IntSummaryStatistics> delays = delaysByOrigin();
    long flights = delays.values().stream().mapToLong(IntSummaryStatistics::getCount).sum();
    screen.say("  %,d flights; the longest delays are of those that leave from", flights);
    for (Line line : worst(delays)) {
      screen.say(
          "    %-22s %5.1f minutes in the mean of %,d flights (%,d by the table airports)",
          line.airport().city() + ", " + line.airport().state(),
          line.delays().getAverage(),
          line.delays().getCount(),
          line.airport().departures());
    }
  }

  private List<Line> worst(Map<String, IntSummaryStatistics> delays) {
    Map<String, Airport> airports = airportsByCode();
    return delays.entrySet().stream()
        .filter(origin -> origin.getValue().getCount() >= ENOUGH)
        .flatMap(
            origin ->
                Stream.ofNullable(airports.get(origin.getKey()))
                    .map(airport -> new Line(airport, origin.getValue())))
        .sorted(Comparator.comparingDouble((Line line) -> -line.delays().getAverage()))
        .limit(LINES)
        .toList();
  }

  private Map<String, IntSummaryStatistics> delaysByOrigin() {
    try (Stream<Departure> departures = snapshot.table("flights").rows(Departure.class)) {
      return departures.collect(groupingBy(Departure::origin, summarizingInt(Departure::delay)));
    }
  }

  private Map<String, Airport> airportsByCode() {
    try (Stream<Airport> airports = snapshot.table("airports").rows(Airport.class)) {
      return airports.collect(toMap(Airport::iata, Function.identity()));
    }
  }
}
