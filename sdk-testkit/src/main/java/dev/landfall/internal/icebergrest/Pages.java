package dev.landfall.internal.icebergrest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list, in the order of the items' names. The next one begins behind a name, so that
 * what is dropped in between makes nobody miss another item.
 *
 * @param next the token of the next page; null if this is the last
 */
record Pages<T>(List<T> items, @Nullable String next) {

  private static final String TOKEN = "pageToken";
  private static final String SIZE = "pageSize";

  /**
   * Cuts the page that a query asks for; all of it, if the query gives no size.
   *
   * @throws IllegalArgumentException if the size is no positive number, or the token is not ours
   */
  static <T> Pages<T> of(List<T> all, Function<T, String> name, Map<String, String> query) {
    String after = decoded(query.getOrDefault(TOKEN, ""));
    List<T> rest =
        all.stream()
            .sorted(Comparator.comparing(name))
            .filter(item -> after.isEmpty() || name.apply(item).compareTo(after) > 0)
            .toList();
    int size = size(query.get(SIZE));
    if (rest.size() <= size) {
      return new Pages<>(rest, null);
    }
    return new Pages<>(rest.subList(0, size), encoded(name.apply(rest.get(size - 1))));
  }

  private static int size(@Nullable String text) {
    if (text == null) {
      return Integer.MAX_VALUE;
    }
    if (!text.matches("[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException("Invalid " + SIZE + ": give a number from 1 on");
    }
    return Integer.parseInt(text);
  }

  private static String encoded(String name) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(name.getBytes(UTF_8));
  }

  private static String decoded(String token) {
    return new String(Base64.getUrlDecoder().decode(token), UTF_8);
  }
}
