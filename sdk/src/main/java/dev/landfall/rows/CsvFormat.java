package dev.landfall.rows;

/**
 * How a CSV file is written: the character between cells, and the text that stands for null.
 *
 * @param separator between cells; a comma by default
 * @param nullText the unquoted or quoted text that means null; the empty text by default, which
 *     means null only where it is not quoted
 */
public record CsvFormat(char separator, String nullText) {

  /** Comma between cells, and an empty cell for null. */
  public static final CsvFormat DEFAULT = new CsvFormat(',', "");

  /**
   * Validates the separator.
   *
   * @throws IllegalArgumentException if it is a quote or the end of a line
   */
  public CsvFormat {
    if (separator == '"' || separator == '\n' || separator == '\r') {
      throw new IllegalArgumentException(
          "Cannot separate cells by a quote or the end of a line; use another character");
    }
  }

  /** Returns the same format with another separator. */
  public CsvFormat withSeparator(char character) {
    return new CsvFormat(character, nullText);
  }

  /** Returns the same format with another text for null. */
  public CsvFormat withNullText(String text) {
    return new CsvFormat(separator, text);
  }
}
