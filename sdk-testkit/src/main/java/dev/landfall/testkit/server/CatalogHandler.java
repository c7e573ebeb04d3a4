package dev.landfall.testkit.server;

import java.time.Duration;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Takes each request from Jetty through token, admission and body to its route, and answers it. */
final class CatalogHandler extends Handler.Abstract {

  static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  private static final String ACCESS_DELEGATION = "X-Iceberg-Access-Delegation";

  /** Is set on a request as soon as it may have an effect. */
  static final String MAY_HAVE_EFFECT = CatalogHandler.class.getName();

  private final Routes routes;
  private final @Nullable Tokens tokens;
  private final Admission admission;
  private final int maxRequestBytes;
  private final Duration bodyTimeout;
  private final ReplyWriter writer;

  CatalogHandler(
      Routes routes,
      @Nullable Tokens tokens,
      Admission admission,
      int maxRequestBytes,
      Duration bodyTimeout,
      ReplyWriter writer) {
    this.routes = routes;
    this.tokens = tokens;
    this.admission = admission;
    this.maxRequestBytes = maxRequestBytes;
    this.bodyTimeout = bodyTimeout;
    this.writer = writer;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    boolean admitted = false;
    Reply reply;
    try {
      Routes.Found found = find(request);
      admission.enter();
      admitted = true;
      reply = answer(request, found);
    } catch (Throwable failure) {
      // Whatever happens, the client gets the envelope and the thread goes back to the pool.
      reply = protocol(request).failed(failure, RequestIds.of(request));
    }
    // A request has left only when its answer is written: until then the server does not stop.
    Callback leaving = admitted ? Callback.from(callback, admission::leave) : callback;
    try {
      writer.write(request, response, admission.isStopping() ? reply.andClose() : reply, leaving);
    } catch (RuntimeException | Error e) {
      leaving.failed(e);
    }
    return true;
  }

  /** Finds the route; who has no token learns nothing about which there are. */
  private Routes.Found find(Request request) {
    String path = String.valueOf(request.getHttpURI().getPath());
    if (tokens != null && !routes.isOpen(path)) {
      tokens.require(request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION));
    }
    return routes.find(request.getMethod(), path);
  }

  private Protocol protocol(Request request) {
    return routes.protocol(String.valueOf(request.getHttpURI().getPath()));
  }

  private Reply answer(Request request, Routes.Found found) {
    Call call =
        new Call(
            found.variables(),
            protocol(request).query(request.getHttpURI().getQuery(), found.route().parameters()),
            request.getHeaders().getValuesList(IDEMPOTENCY_KEY),
            request.getHeaders().getValuesList(HttpHeader.IF_NONE_MATCH),
            request.getHeaders().getValuesList(ACCESS_DELEGATION),
            body(request, found.route()));
    if (found.route().isOpen()) {
      return found.route().action().apply(call);
    }
    admission.awaitTurn();
    try {
      request.setAttribute(MAY_HAVE_EFFECT, true);
      return found.route().action().apply(call);
    } finally {
      admission.endTurn();
    }
  }

  private byte[] body(Request request, Route route) {
    if (route.takesBody()) {
      return RequestBody.json(request, maxRequestBytes, bodyTimeout);
    }
    RequestBody.requireNone(request);
    return new byte[0];
  }
}
