package dev.landfall.testkit.server;

import dev.landfall.internal.wire.ErrorCode;
import dev.landfall.internal.wire.ErrorEnvelope;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Puts what Jetty itself refuses, before a handler sees it, into the envelope too. */
final class EnvelopeErrorHandler extends ErrorHandler {

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    ErrorEnvelope error = envelope(response.getStatus(), RequestIds.of(request.getHeaders()));
    byte[] body = error.encode();
    response.setStatus(error.code().status());
    response.getHeaders().put(RequestIds.HEADER, error.requestId());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    response.write(true, ByteBuffer.wrap(body), callback);
    return true;
  }

  private static ErrorEnvelope envelope(int status, String requestId) {
    return switch (status) {
      case 413 -> ErrorEnvelope.of(ErrorCode.REQUEST_TOO_LARGE, "Too long a body", requestId);
      case 414 -> ErrorEnvelope.of(ErrorCode.URI_TOO_LONG, "Too long a URI", requestId);
      case 431 -> ErrorEnvelope.of(ErrorCode.HEADERS_TOO_LARGE, "Too many headers", requestId);
      case 503 -> ErrorEnvelope.of(ErrorCode.UNAVAILABLE, "The server is stopping", requestId);
      default ->
          status >= 500
              ? ErrorEnvelope.of(ErrorCode.INTERNAL, "The server failed", requestId)
              : ErrorEnvelope.of(
                  ErrorCode.INVALID_REQUEST, "This is not a valid HTTP request", requestId);
    };
  }
}
