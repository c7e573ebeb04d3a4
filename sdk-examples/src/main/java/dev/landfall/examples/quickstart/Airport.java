package dev.landfall.examples.quickstart;

/**
 * A row of the table {@code airports}.
 *
 * @param departures flights that left so far
 */
public record Airport(
    String iata, String city, String state, double latitude, double longitude, long departures) {

  Airport plusDepartures(long more) {
    return new Airport(iata, city, state, latitude, longitude, departures + more);
  }
}
