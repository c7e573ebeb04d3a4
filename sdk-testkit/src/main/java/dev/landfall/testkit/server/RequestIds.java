package dev.landfall.testkit.server;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Request;

/** The id under which a request stands in the logs of both sides. */
final class RequestIds {

  static final String HEADER = "Landfall-Request-Id";

  private static final String ATTRIBUTE = RequestIds.class.getName();
  private static final Pattern RULE = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private RequestIds() {}

  /**
   * Returns the client's id, or makes one if that is missing or could garble a log; always the same
   * for one request.
   */
  static String of(Request request) {
    if (request.getAttribute(ATTRIBUTE) instanceof String known) {
      return known;
    }
    List<String> values = request.getHeaders().getValuesList(HEADER);
    String id =
        values.size() == 1 && RULE.matcher(values.get(0)).matches()
            ? values.get(0)
            : String.format("%016x", ThreadLocalRandom.current().nextLong());
    request.setAttribute(ATTRIBUTE, id);
    return id;
  }
}
