package dev.landfall.testkit.server;

import dev.landfall.model.PageRequest;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request to one route; compared with nothing.
 *
 * @param path the values of the route's variables
 * @param query the parameters that are there
 * @param idempotencyKeys the values of the header, of which there should be one at most
 * @param ifNoneMatch the values of that header
 * @param accessDelegation the values of the header {@code X-Iceberg-Access-Delegation}
 * @param body empty if the route has none
 */
@SuppressWarnings("ArrayRecordComponent")
record Call(
    Map<String, String> path,
    Map<String, String> query,
    List<String> idempotencyKeys,
    List<String> ifNoneMatch,
    List<String> accessDelegation,
    byte[] body) {

  static final String PAGE_TOKEN = "pageToken";
  static final String PAGE_SIZE = "pageSize";

  private static final int DEFAULT_PAGE_SIZE = 100;
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

  /** Reads a variable of the path. */
  <T> T inPath(String name, Function<String, T> parser) {
    return parse("path", name, path.get(name), parser);
  }

  /** Reads a required parameter of the query. */
  <T> T inQuery(String name, Function<String, T> parser) {
    return parse("query", name, query.get(name), parser);
  }

  PageRequest page() {
    String size = query.getOrDefault(PAGE_SIZE, Integer.toString(DEFAULT_PAGE_SIZE));
    if (!NUMBER.matcher(size).matches()) {
      throw Refusal.invalid("Invalid " + PAGE_SIZE + ": give a number");
    }
    try {
      return new PageRequest(query.get(PAGE_TOKEN), Integer.parseInt(size));
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid(String.valueOf(e.getMessage()));
    }
  }

  private static <T> T parse(
      String where, String name, @Nullable String value, Function<String, T> parser) {
    if (value == null) {
      throw Refusal.invalid("The " + where + " lacks '" + name + "'");
    }
    try {
      return parser.apply(value);
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid("In the " + where + ", '" + name + "': " + e.getMessage());
    }
  }
}
