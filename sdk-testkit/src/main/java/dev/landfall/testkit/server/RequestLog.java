package dev.landfall.testkit.server;

import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line for each request. It holds no header but the operation id, and no query. */
final class RequestLog {

  private static final Logger LOG = LoggerFactory.getLogger("dev.landfall.testkit.requests");
  private static final Pattern SAFE = Pattern.compile("[!-~]{1,512}");

  private RequestLog() {}

  static void log(Request request, Reply reply, String requestId, long start) {
    if (!LOG.isInfoEnabled()) {
      return;
    }
    List<String> operations = request.getHeaders().getValuesList("Idempotency-Key");
    LOG.info(
        "{} {} {} {} in {} us, {} bytes out, request {}, operation {}",
        safe(request.getMethod()),
        safe(String.valueOf(request.getHttpURI().getPath())),
        reply.status(),
        reply.code() == null ? "ok" : reply.code().code(),
        (System.nanoTime() - start) / 1000,
        reply.body().length,
        requestId,
        operations.size() == 1 ? safe(operations.get(0)) : "-");
  }

  /** What a client sends cannot make a second line. */
  private static String safe(String text) {
    return SAFE.matcher(text).matches() ? text : "(unprintable)";
  }
}
