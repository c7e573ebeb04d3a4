package dev.landfall.testkit.server;

import dev.landfall.internal.wire.ErrorCode;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Puts what Jetty itself refuses, before a handler sees it, into the envelope too. */
final class EnvelopeErrorHandler implements Request.Handler {

  private final Routes routes;
  private final ReplyWriter writer;

  EnvelopeErrorHandler(Routes routes, ReplyWriter writer) {
    this.routes = routes;
    this.writer = writer;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    String id = RequestIds.of(request);
    Throwable cause =
        request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof Throwable known
            ? known
            : null;
    int status = cause instanceof HttpException http ? http.getCode() : response.getStatus();
    Protocol protocol = routes.protocol(String.valueOf(request.getHttpURI().getPath()));
    Reply reply =
        isRefusal(status) && request.getAttribute(CatalogHandler.MAY_HAVE_EFFECT) == null
            ? protocol.refused(refusal(status), id)
            : protocol.failed(known(cause, status), id);
    writer.write(request, response, reply.andClose(), callback);
    return true;
  }

  /** Returns whether a status is about the request; two of the 5xx say which HTTP is not known. */
  private static boolean isRefusal(int status) {
    return status < 500 || status == 501 || status == 505;
  }

  private static Throwable known(@Nullable Throwable cause, int status) {
    return cause == null ? new IllegalStateException("Jetty answers " + status) : cause;
  }

  private static Refusal refusal(int status) {
    return switch (status) {
      case 413 -> Refusal.of(ErrorCode.REQUEST_TOO_LARGE, "The body is too long; split the commit");
      case 414 -> Refusal.of(ErrorCode.URI_TOO_LONG, "The URI is too long; shorten it");
      case 431 ->
          Refusal.of(ErrorCode.HEADERS_TOO_LARGE, "The headers are too long; leave some out");
      default ->
          Refusal.invalid(
              "This is not a valid HTTP request, or it came too slowly; check its first line,"
                  + " headers and framing");
    };
  }
}
