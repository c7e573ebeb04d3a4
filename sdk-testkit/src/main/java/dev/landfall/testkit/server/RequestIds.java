package dev.landfall.testkit.server;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;

/** The id under which a request stands in the logs of both sides. */
final class RequestIds {

  static final String HEADER = "Landfall-Request-Id";

  private static final Pattern RULE = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private RequestIds() {}

  /** Returns the client's id, or makes one if that is missing or could garble a log. */
  static String of(HttpFields headers) {
    List<String> values = headers.getValuesList(HEADER);
    return values.size() == 1 && RULE.matcher(values.get(0)).matches()
        ? values.get(0)
        : String.format("%016x", ThreadLocalRandom.current().nextLong());
  }
}
