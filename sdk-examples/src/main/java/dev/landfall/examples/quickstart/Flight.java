package dev.landfall.examples.quickstart;

import java.time.LocalDateTime;

/**
 * A row of the table {@code flights}.
 *
 * @param departure in local time
 * @param delay of the arrival, in minutes; negative if the flight was early
 * @param distance in miles
 * @param origin code of an airport
 * @param destination code of an airport
 */
public record Flight(
    LocalDateTime departure, int delay, int distance, String origin, String destination) {}
