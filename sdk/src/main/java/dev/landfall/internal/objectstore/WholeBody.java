package dev.landfall.internal.objectstore;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * Lets no body end before the length that its answer tells: Java's own HTTP client ends a body that
 * is cut off like a whole one. It fails as a broken connection does, which Iceberg's file I/O opens
 * anew at the same position.
 */
record WholeBody<T>(ResponseTransformer<GetObjectResponse, T> transformer)
    implements ResponseTransformer<GetObjectResponse, T> {

  @Override
  public T transform(GetObjectResponse response, AbortableInputStream body) throws Exception {
    Long length = response.contentLength();
    return transformer.transform(
        response,
        length == null ? body : AbortableInputStream.create(new Checked(body, length), body));
  }

  @Override
  public boolean needsConnectionLeftOpen() {
    return transformer.needsConnectionLeftOpen();
  }

  @Override
  public String name() {
    return transformer.name();
  }

  private static final class Checked extends FilterInputStream {

    private long left;

    Checked(InputStream body, long length) {
      super(body);
      this.left = length;
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      count(read < 0 ? -1 : 1);
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return (int) count(super.read(bytes, offset, length));
    }

    @Override
    public long skip(long count) throws IOException {
      return count(super.skip(count));
    }

    @Override
    public boolean markSupported() {
      return false;
    }

    private long count(long read) throws IOException {
      if (read >= 0) {
        left -= read;
      } else if (left > 0) {
        throw new SocketException("The answer was cut off, bytes missing: " + left);
      }
      return read;
    }
  }
}
