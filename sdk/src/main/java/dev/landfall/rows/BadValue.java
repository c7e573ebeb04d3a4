package dev.landfall.rows;

import org.jspecify.annotations.Nullable;

/** A refused value on its way up to the row; each level puts its part in front of the path. */
final class BadValue extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int SHOWN_LENGTH = 60;

  private final String path;
  private final String problem;

  BadValue(String problem) {
    this("", problem, null);
  }

  BadValue(String path, String problem, @Nullable Throwable cause) {
    super(problem, cause, false, false);
    this.path = path;
    this.problem = problem;
  }

  static BadValue expected(Object expected, Object actual, String advice) {
    return new BadValue(
        "expected " + expected + ", but got " + shown(actual) + (advice.isEmpty() ? "" : advice));
  }

  static String shown(Object value) {
    String text = String.valueOf(value);
    String cut = text.length() > SHOWN_LENGTH ? text.substring(0, SHOWN_LENGTH) + "..." : text;
    return "'" + cut + "' (" + value.getClass().getSimpleName() + ")";
  }

  BadValue in(String outer) {
    String joined =
        path.isEmpty() ? outer : path.startsWith("[") ? outer + path : outer + "." + path;
    return new BadValue(joined, problem, getCause());
  }

  String path() {
    return path;
  }

  String problem() {
    return problem;
  }
}
