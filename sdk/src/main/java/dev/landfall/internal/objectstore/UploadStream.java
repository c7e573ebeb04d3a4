package dev.landfall.internal.objectstore;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.iceberg.io.PositionOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file that is being written. A long one is uploaded in parts meanwhile; closing starts the rest
 * and does not wait for it. For one thread.
 */
final class UploadStream extends PositionOutputStream {

  /** Takes a file over that has been written to its end, and is not closed yet. */
  @FunctionalInterface
  interface WhenWritten {
    /**
     * Closes the file in its own time.
     *
     * @param content what was written, if it was to be kept and is short
     */
    void take(PositionOutputStream file, byte @Nullable [] content) throws IOException;
  }

  private final PositionOutputStream file;
  private final WhenWritten whenWritten;
  private @Nullable ByteArrayOutputStream content;
  private long position;
  private boolean closed;

  /** Begins a file; its content is kept if it is to be, as long as it is short. */
  UploadStream(PositionOutputStream file, boolean keepsContent, WhenWritten whenWritten) {
    this.file = file;
    this.content = keepsContent ? new ByteArrayOutputStream() : null;
    this.whenWritten = whenWritten;
  }

  @Override
  public long getPos() {
    return position;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    file.write(bytes, offset, length);
    position += length;
    if (position > SmallFiles.MAX_BYTES) {
      content = null;
    }
    if (content != null) {
      content.write(bytes, offset, length);
    }
  }

  @Override
  public void flush() throws IOException {
    file.flush();
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      whenWritten.take(file, content == null ? null : content.toByteArray());
    }
  }
}
