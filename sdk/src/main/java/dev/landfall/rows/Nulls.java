package dev.landfall.rows;

/** The refusal of a null, worded once. */
final class Nulls {
  private Nulls() {}

  static BadValue inRequired(String part) {
    return new BadValue(part, "the value is null, but the column is required; give a value", null);
  }

  static BadValue inComponent(String part) {
    return new BadValue(
        part, "the value is null, but the component is not @Nullable; mark it so", null);
  }
}
