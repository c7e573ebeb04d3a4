package dev.landfall.examples.quickstart;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The data that comes with the program; {@code data/SOURCES.md} says where it is from. */
final class FlightData {

  /** The months that there are flights of, in order. */
  static final List<YearMonth> MONTHS =
      IntStream.rangeClosed(1, 6).mapToObj(month -> YearMonth.of(2001, month)).toList();

  private FlightData() {}

  static List<Flight> flights(YearMonth month) {
    return read("flights-" + month + ".csv", FlightData::flight);
  }

  static List<Airport> airports() {
    return read("airports.csv", FlightData::airport);
  }

  private static Flight flight(String[] fields) {
    return new Flight(
        LocalDateTime.parse(fields[0]),
        Integer.parseInt(fields[1]),
        Integer.parseInt(fields[2]),
        fields[3],
        fields[4]);
  }

  private static Airport airport(String[] fields) {
    return new Airport(
        fields[0],
        fields[1],
        fields[2],
        Double.parseDouble(fields[3]),
        Double.parseDouble(fields[4]),
        0);
  }

  private static <T> List<T> read(String name, Function<String[], T> row) {
    try (InputStream bytes = FlightData.class.getResourceAsStream("/data/" + name)) {
      if (bytes == null) {
        throw new IllegalStateException("The program comes without its data file " + name);
      }
      var lines = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8)).lines();
      return lines.skip(1).map(line -> row.apply(line.split(",", -1))).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the data file " + name, e);
    }
  }
}
