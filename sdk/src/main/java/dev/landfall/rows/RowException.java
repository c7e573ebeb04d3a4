package dev.landfall.rows;

import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One row was refused: a null in a required column, a value of the wrong type or out of range, or
 * text that cannot be read. The row and all after it were not taken; correct the row and write
 * again.
 */
public final class RowException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final long position;
  private final long line;
  private final String field;

  private RowException(
      String message, long position, long line, String field, @Nullable Throwable cause) {
    super(message, cause);
    this.position = position;
    this.line = line;
    this.field = field;
  }

  static RowException onWrite(long position, long line, BadValue problem) {
    return new RowException(
        where(position, line, problem.path())
            + problem.problem()
            + "; nothing was written from this row on",
        position,
        line,
        problem.path(),
        problem.getCause());
  }

  static RowException onRead(long position, BadValue problem) {
    return new RowException(
        where(position, 0, problem.path()) + problem.problem(),
        position,
        0,
        problem.path(),
        problem.getCause());
  }

  private static String where(long position, long line, String field) {
    StringBuilder where = new StringBuilder();
    where.append(position == 0 ? "A row" : String.format(Locale.ROOT, "Row %,d", position));
    if (line > 0) {
      where.append(String.format(Locale.ROOT, " (line %,d)", line));
    }
    if (!field.isEmpty()) {
      where.append(", field '").append(field).append('\'');
    }
    return where.append(": ").toString();
  }

  /** Returns the number of the row, counted from 1; 0 if the caller did not number its rows. */
  public long position() {
    return position;
  }

  /** Returns the line of the file on which the row begins, counted from 1; empty without a file. */
  public OptionalLong line() {
    return line == 0 ? OptionalLong.empty() : OptionalLong.of(line);
  }

  /**
   * Returns the path of the field, such as {@code address.street}, {@code tags[3]} or {@code
   * prices["EUR"]}; empty if the row as a whole is at fault. List positions count from 0.
   */
  public String field() {
    return field;
  }
}
