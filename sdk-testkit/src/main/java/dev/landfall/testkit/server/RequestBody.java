package dev.landfall.testkit.server;

import dev.landfall.internal.wire.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** Reads the body of a request, up to a bound. */
final class RequestBody {

  private static final Pattern JSON =
      Pattern.compile(
          "application/json([ \t]*;[ \t]*charset=(utf-8|\"utf-8\"))?", Pattern.CASE_INSENSITIVE);

  private RequestBody() {}

  /** Refuses a body where there is nothing to say. */
  static void requireNone(Request request) {
    if (request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)) {
      throw Refusal.invalid("This request takes no body; leave it out").andClose();
    }
  }

  /** Reads JSON; what announces itself as too long is not read at all. */
  static byte[] json(Request request, int maxBytes, Duration limit) {
    requireJson(request.getHeaders());
    if (request.getLength() > maxBytes) {
      throw tooLarge(maxBytes);
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    long deadline = System.nanoTime() + limit.toNanos();
    try (InputStream in = Content.Source.asInputStream(request)) {
      byte[] buffer = new byte[8192];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        body.write(buffer, 0, read);
        // Who sends a byte now and then would keep a thread for ever.
        if (body.size() > maxBytes || System.nanoTime() - deadline > 0) {
          break;
        }
      }
    } catch (IOException | RuntimeException e) {
      // The client's doing, or its line's, and found out before anything was done.
      throw broken();
    }
    if (body.size() > maxBytes) {
      throw tooLarge(maxBytes);
    }
    if (System.nanoTime() - deadline > 0) {
      throw broken();
    }
    return body.toByteArray();
  }

  private static void requireJson(HttpFields headers) {
    List<String> types = headers.getValuesList(HttpHeader.CONTENT_TYPE);
    if (types.size() != 1 || !JSON.matcher(types.get(0).strip()).matches()) {
      throw Refusal.of(
          ErrorCode.UNSUPPORTED_MEDIA_TYPE, "Send the header Content-Type: application/json");
    }
    for (String encoding : headers.getValuesList(HttpHeader.CONTENT_ENCODING)) {
      if (!encoding.strip().equalsIgnoreCase("identity")) {
        throw Refusal.of(
            ErrorCode.UNSUPPORTED_MEDIA_TYPE, "Send the body as it is, without Content-Encoding");
      }
    }
  }

  private static Refusal broken() {
    return Refusal.invalid(
            "The body broke off, came too slowly or is wrongly framed; nothing was done")
        .andClose();
  }

  private static Refusal tooLarge(int maxBytes) {
    return Refusal.of(
            ErrorCode.REQUEST_TOO_LARGE,
            "A body has at most " + maxBytes + " bytes; split the commit")
        .andClose();
  }
}
