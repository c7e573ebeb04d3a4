package dev.landfall.examples.quickstart;

import java.time.LocalDate;

/**
 * A row of the table {@code daily_delays}: the flights of one day in short.
 *
 * @param mean delay in minutes
 * @param worst delay in minutes
 */
public record DailyDelay(LocalDate day, long flights, double mean, int worst) {}
