package dev.landfall.examples.quickstart;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summarizingInt;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.Project;
import dev.landfall.Table;
import dev.landfall.rows.Rows;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * The writes of one month, made on a given head: its flights behind those before, the airports with
 * their departures counted on, and a line for each day. Nobody sees any of it before the commit is
 * published, and then everybody sees all of it.
 */
final class MonthStage {

  /** The property of a commit that says which month it took in. */
  static final String MONTH = "month";

  private final Project project;

  MonthStage(Project project) {
    this.project = project;
  }

  /** Writes the next version of each table, and stages them on the head. */
  Commit on(BranchHead head, YearMonth month, List<Flight> flights) {
    Commit commit = head.commit().message("Flights of " + month).property(MONTH, month.toString());
    write(commit, "flights", Rows.of(flights), Table::append);
    write(commit, "airports", Rows.of(countOn(airports(head), flights)), Table::overwrite);
    write(commit, "daily_delays", Rows.of(days(flights)), Table::append);
    return commit;
  }

  private void write(
      Commit commit, String name, Rows rows, BiFunction<Table, Rows, Table> howToChange) {
    Optional<Table> table = commit.head().findTable(name);
    if (table.isPresent()) {
      commit.updateTable(howToChange.apply(table.get(), rows));
    } else {
      commit.createTable(name, project.writeTable(rows));
    }
  }

  private static List<Airport> airports(BranchHead head) {
    Optional<Table> table = head.findTable("airports");
    if (table.isEmpty()) {
      return FlightData.airports();
    }
    try (Stream<Airport> airports = table.get().rows(Airport.class)) {
      return airports.toList();
    }
  }

  private static List<Airport> countOn(List<Airport> airports, List<Flight> flights) {
    Map<String, Long> departures = flights.stream().collect(groupingBy(Flight::origin, counting()));
    return airports.stream()
        .map(airport -> airport.plusDepartures(departures.getOrDefault(airport.iata(), 0L)))
        .toList();
  }

  private static List<DailyDelay> days(List<Flight> flights) {
    Map<LocalDate, IntSummaryStatistics> delays =
        flights.stream()
            .collect(
                groupingBy(
                    flight -> flight.departure().toLocalDate(),
                    TreeMap::new,
                    summarizingInt(Flight::delay)));
    return delays.entrySet().stream().map(day -> day(day.getKey(), day.getValue())).toList();
  }

  private static DailyDelay day(LocalDate day, IntSummaryStatistics delays) {
    return new DailyDelay(day, delays.getCount(), delays.getAverage(), delays.getMax());
  }
}
