package dev.landfall.testkit.server;

import dev.landfall.internal.wire.ErrorCode;
import dev.landfall.internal.wire.ErrorEnvelope;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Puts what Jetty itself refuses, before a handler sees it, into the envelope too. */
final class EnvelopeErrorHandler implements Request.Handler {

  private final ReplyWriter writer;

  EnvelopeErrorHandler(ReplyWriter writer) {
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
    Reply reply =
        isRefusal(status) && request.getAttribute(CatalogHandler.MAY_HAVE_EFFECT) == null
            ? Reply.refused(refused(status, id))
            : ErrorReplies.of(known(cause, status), id);
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

  private static ErrorEnvelope refused(int status, String id) {
    return switch (status) {
      case 413 ->
          ErrorEnvelope.of(
              ErrorCode.REQUEST_TOO_LARGE, "The body is too long; split the commit", id);
      case 414 -> ErrorEnvelope.of(ErrorCode.URI_TOO_LONG, "The URI is too long; shorten it", id);
      case 431 ->
          ErrorEnvelope.of(
              ErrorCode.HEADERS_TOO_LARGE, "The headers are too long; leave some out", id);
      default ->
          ErrorEnvelope.of(
              ErrorCode.INVALID_REQUEST,
              "This is not a valid HTTP request, or it came too slowly; check its first line,"
                  + " headers and framing",
              id);
    };
  }
}
