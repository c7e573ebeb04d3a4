package dev.landfall.rows;

/** Turns one value, never null, into another; compiled once per field. */
@FunctionalInterface
interface Converter {
  /**
   * Converts one value.
   *
   * @throws BadValue if the value does not fit
   */
  Object convert(Object value);
}
