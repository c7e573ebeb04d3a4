package dev.landfall.internal.http;

import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.Credentials;
import dev.landfall.config.HttpOptions;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends each request once, with the credentials of the moment, and says of a failure whether
 * sending had begun. Only a token that the catalog itself did not accept is replaced and the
 * request sent once more: the catalog did nothing with it. Safe for use by many threads.
 */
final class HttpChannel implements HttpLine {

  private static final Logger LOG = LoggerFactory.getLogger(HttpChannel.class);
  private static final byte[] EMPTY = {};

  private final HttpUrl base;
  private final HttpDialect dialect;
  private final OkHttpClient client;
  private final @Nullable Credentials credentials;
  private final boolean ownPool;
  private volatile boolean closed;

  HttpChannel(URI address, HttpOptions options, HttpDialect dialect) {
    this.dialect = dialect;
    this.base = BaseUrl.of(address);
    this.client = OkHttpClients.of(options);
    this.credentials = options.credentials().orElse(null);
    this.ownPool = options.transport().isEmpty();
  }

  @Override
  public HttpAnswer send(HttpRequest request) {
    String token = token(request);
    HttpAnswer answer = sendOnce(request, token);
    if (answer.status() != 401 || credentials == null || token == null) {
      return answer;
    }
    credentials.rejected(token);
    String fresh = token(request);
    return dialect.tokenRefused().test(answer) && !token.equals(fresh)
        ? sendOnce(request, fresh)
        : answer;
  }

  private HttpAnswer sendOnce(HttpRequest request, @Nullable String token) {
    if (closed) {
      throw UnavailableException.notSent(
          "Cannot send " + request + ": the client is closed; use one that is open", null);
    }
    SendProbe probe = new SendProbe();
    String requestId = newRequestId();
    long start = System.nanoTime();
    try {
      HttpAnswer answer =
          PendingAnswer.await(client.newCall(build(request, token, requestId, probe)));
      log(request, requestId, "answered " + answer.status(), start);
      return answer;
    } catch (IOException e) {
      log(request, requestId, "failed: " + e, start);
      throw failed(request, requestId, probe, "failed: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      log(request, requestId, "interrupted", start);
      throw failed(request, requestId, probe, "was given up, because the thread is interrupted", e);
    }
  }

  private Request build(
      HttpRequest request, @Nullable String token, String requestId, SendProbe probe) {
    Request.Builder builder =
        new Request.Builder()
            .url(urlOf(request))
            .method(request.method(), bodyOf(request))
            .tag(SendProbe.class, probe)
            .header("Accept", "application/json")
            .header("User-Agent", "landfall-java")
            .header("Landfall-Request-Id", requestId);
    dialect.headers().forEach(builder::header);
    if (request.operation() != null) {
      builder.header("Idempotency-Key", request.operation().toString());
    }
    if (token != null) {
      builder.header("Authorization", "Bearer " + token);
    }
    return builder.build();
  }

  private HttpUrl urlOf(HttpRequest request) {
    HttpUrl.Builder url = base.newBuilder();
    int last = base.pathSize() - 1;
    if (base.pathSegments().get(last).isEmpty()) {
      url.removePathSegment(last);
    }
    url.addEncodedPathSegments(request.path());
    for (int i = 0; i < request.query().size(); i += 2) {
      url.addQueryParameter(request.query().get(i), request.query().get(i + 1));
    }
    return url.build();
  }

  /** A body of zero bytes keeps okhttp from resending a deletion by itself. */
  private static @Nullable RequestBody bodyOf(HttpRequest request) {
    if (request.body() != null) {
      return new OneShotBody(request.body());
    }
    return request.method().equals("GET") ? null : new OneShotBody(EMPTY);
  }

  private @Nullable String token(HttpRequest request) {
    if (credentials == null) {
      return null;
    }
    String token;
    try {
      token = credentials.token();
    } catch (RuntimeException e) {
      throw UnavailableException.notSent(
          "Cannot send " + request + ": the credentials gave no token but an exception", e);
    }
    if (token == null || token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw UnavailableException.notSent(
          "Cannot send "
              + request
              + ": the credentials gave no token, or one with characters other than visible ASCII",
          null);
    }
    return token;
  }

  private UnavailableException failed(
      HttpRequest request, String requestId, SendProbe probe, String what, Exception cause) {
    String message = request + " to " + base + " " + what + " (request id " + requestId + "); ";
    return probe.began()
        ? UnavailableException.maybeSent(message + "the catalog may have got it", cause)
        : UnavailableException.notSent(message + "nothing was sent", cause);
  }

  private void log(HttpRequest request, String requestId, String outcome, long start) {
    if (LOG.isDebugEnabled()) {
      LOG.debug(
          "{} {} in {} us (request id {}{})",
          request,
          outcome,
          (System.nanoTime() - start) / 1000,
          requestId,
          Optional.ofNullable(request.operation()).map(key -> ", operation " + key).orElse(""));
    }
  }

  private static String newRequestId() {
    return String.format("%016x", ThreadLocalRandom.current().nextLong());
  }

  @Override
  public void close() {
    closed = true;
    client.dispatcher().executorService().shutdown();
    if (ownPool) {
      client.connectionPool().evictAll();
    }
  }
}
