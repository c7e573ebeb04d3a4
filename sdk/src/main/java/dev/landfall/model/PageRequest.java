package dev.landfall.model;

import org.jspecify.annotations.Nullable;

/**
 * Which page of a list is asked for.
 *
 * @param token the token of the page before; none asks for the first page
 * @param size the most items wanted, 1 to 1,000
 */
public record PageRequest(@Nullable String token, int size) {

  /** The largest page. */
  public static final int MAX_SIZE = 1000;

  /**
   * Validates the size.
   *
   * @throws IllegalArgumentException if the size is not 1 to 1,000
   */
  public PageRequest {
    if (size < 1 || size > MAX_SIZE) {
      throw new IllegalArgumentException(
          "Invalid page size " + size + ": ask for 1 to " + MAX_SIZE + " items");
    }
  }

  /** Asks for the first page. */
  public static PageRequest first(int size) {
    return new PageRequest(null, size);
  }

  /** Asks for the page of a token, with the same size. */
  public PageRequest next(String nextToken) {
    return new PageRequest(nextToken, size);
  }
}
