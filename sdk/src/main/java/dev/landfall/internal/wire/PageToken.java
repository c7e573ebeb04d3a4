package dev.landfall.internal.wire;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.model.Page;
import dev.landfall.model.PageRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of one list: each holds the place where the next page begins, and a checksum over the
 * place and the list, so that a token of another list is not taken for one of this.
 */
public final class PageToken {

  private final String list;

  private PageToken(String list) {
    this.list = list;
  }

  /** Makes the tokens of a list, which the parts identify. */
  public static PageToken of(String... list) {
    return new PageToken(String.join("\n", list));
  }

  /**
   * Returns the place where a page begins.
   *
   * @param start the place where the first page begins
   * @throws InvalidRequestException if the token is not one of this list
   */
  public String place(PageRequest page, String start) {
    String token = page.token();
    return token == null ? start : parse(token);
  }

  /**
   * Returns the place where a page begins, as a value.
   *
   * @param start the place where the first page begins
   * @param parser refuses with an IllegalArgumentException what no place of the list can be
   * @throws InvalidRequestException if the token is not one of this list
   */
  public <T> T place(PageRequest page, T start, Function<String, T> parser) {
    String token = page.token();
    if (token == null) {
      return start;
    }
    String place = parse(token);
    try {
      return parser.apply(place);
    } catch (IllegalArgumentException e) {
      // The checksum keeps out mistakes, not people: anybody can compute it.
      throw invalid(e);
    }
  }

  /**
   * Makes a page of items, of which one more than the page holds was read if there is one.
   *
   * @param lastPlace makes the place after an item
   */
  public <T> Page<T> after(List<T> read, PageRequest page, Function<T, String> lastPlace) {
    if (read.size() <= page.size()) {
      return new Page<>(read, null);
    }
    List<T> items = read.subList(0, page.size());
    return new Page<>(items, text(lastPlace.apply(items.get(items.size() - 1))));
  }

  /** Makes a page like {@link #after}; the next one begins at the item that was read in excess. */
  public <T> Page<T> from(List<T> read, PageRequest page, Function<T, String> place) {
    if (read.size() <= page.size()) {
      return new Page<>(read, null);
    }
    return new Page<>(read.subList(0, page.size()), text(place.apply(read.get(page.size()))));
  }

  private String text(String place) {
    byte[] bytes = place.getBytes(StandardCharsets.UTF_8);
    ByteBuffer token = ByteBuffer.allocate(Integer.BYTES + bytes.length);
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(token.putInt(checksum(place)).put(bytes).array());
  }

  private String parse(String token) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(token));
      if (bytes.remaining() >= Integer.BYTES) {
        int checksum = bytes.getInt();
        String place = StandardCharsets.UTF_8.decode(bytes).toString();
        // Compared as text too, for there is more than one way to write the same bytes.
        if (checksum == checksum(place) && text(place).equals(token)) {
          return place;
        }
      }
    } catch (IllegalArgumentException e) {
      throw invalid(e);
    }
    throw invalid(null);
  }

  private int checksum(String place) {
    CRC32 checksum = new CRC32();
    checksum.update((list + "\n\n" + place).getBytes(StandardCharsets.UTF_8));
    return (int) checksum.getValue();
  }

  private static InvalidRequestException invalid(@Nullable IllegalArgumentException cause) {
    String message =
        "The page token is not one that this list gave; pass the token of the page before"
            + " unchanged, or none for the first page";
    return cause == null
        ? new InvalidRequestException(message)
        : new InvalidRequestException(message, cause);
  }
}
