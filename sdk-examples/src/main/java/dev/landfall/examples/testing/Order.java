package dev.landfall.examples.testing;

/** A row of the table {@code orders}. */
public record Order(long id, String item) {}
