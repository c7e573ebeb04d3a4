package dev.landfall.examples.quickstart;

import java.time.LocalDate;

/** A row of the table {@code remarks}, which the second writer keeps. */
public record Remark(LocalDate about, String text) {}
