package dev.landfall.internal.http;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;

/**
 * A body that is written once. okhttp does not resend a request with such a body by itself, and
 * whoever else tries to fails before a byte of it is sent.
 */
final class OneShotBody extends RequestBody {

  private static final MediaType JSON = MediaType.get("application/json");

  private final byte[] bytes;
  private final AtomicBoolean written = new AtomicBoolean();

  OneShotBody(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public MediaType contentType() {
    return JSON;
  }

  @Override
  public long contentLength() {
    return bytes.length;
  }

  @Override
  public boolean isOneShot() {
    return true;
  }

  @Override
  public void writeTo(BufferedSink sink) throws IOException {
    if (!written.compareAndSet(false, true)) {
      throw new IOException(
          "The request was to be sent a second time below the SDK, perhaps by an interceptor of the"
              + " application's OkHttpClient; leave repeating to the SDK");
    }
    sink.write(bytes);
  }
}
