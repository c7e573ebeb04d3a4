package dev.landfall.testkit.server;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line for each request. No credential stands in it, nor anything that could be one. */
final class RequestLog {

  private static final Logger LOG = LoggerFactory.getLogger("dev.landfall.testkit.requests");

  private static final int MOST_CHARACTERS = 512;
  private static final Set<String> SHOWN = Set.of("name", "expectedHead", "sha256", "pageSize");
  private static final Pattern ID = Pattern.compile("[0-9a-f-]{36}");
  private static final Pattern ID_IN_PATH = Pattern.compile("/operations/([0-9a-f-]{36})");

  private final boolean enabled;

  RequestLog(boolean enabled) {
    this.enabled = enabled;
  }

  void log(Request request, Reply reply, int bytesOut) {
    if (!enabled || !LOG.isInfoEnabled()) {
      return;
    }
    String path = printable(request.getHttpURI().getPath());
    LOG.info(
        "{} {}{} {} {} in {} us, {} bytes in, {} bytes out, request {}, operation {}",
        printable(request.getMethod()),
        path,
        query(request.getHttpURI().getQuery()),
        reply.status(),
        reply.outcome(),
        TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - request.getBeginNanoTime()),
        Math.max(0, Request.getContentBytesRead(request)),
        bytesOut,
        RequestIds.of(request),
        operation(request, path));
  }

  private static String operation(Request request, String path) {
    String key = request.getHeaders().get(CatalogHandler.IDEMPOTENCY_KEY);
    if (key != null && ID.matcher(key).matches()) {
      return key;
    }
    Matcher matcher = ID_IN_PATH.matcher(path);
    return matcher.find() ? matcher.group(1) : "-";
  }

  /** Shows what is no token and no parameter that only this client knows. */
  private static String query(@Nullable String query) {
    if (query == null) {
      return "";
    }
    return "?"
        + Arrays.stream(printable(query).split("&", -1))
            .map(RequestLog::parameter)
            .collect(Collectors.joining("&"));
  }

  private static String parameter(String parameter) {
    int equals = parameter.indexOf('=');
    return equals >= 0 && SHOWN.contains(parameter.substring(0, equals)) ? parameter : "...";
  }

  /** What a client sends cannot make a second line, nor a very long one. */
  private static String printable(@Nullable String text) {
    String shown = text == null ? "" : text.replaceAll("[^!-~]", "?");
    return shown.length() > MOST_CHARACTERS ? shown.substring(0, MOST_CHARACTERS) + "..." : shown;
  }
}
