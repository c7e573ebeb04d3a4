package dev.landfall.internal.objectstore;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.io.PositionOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file that is being written. A short one stays in memory until it is closed, so that an
 * interrupt of the writing thread cannot reach what stores it; a long one is uploaded in parts
 * meanwhile. Closing does not wait for the store. For one thread.
 */
public final class UploadStream extends PositionOutputStream {

  /** The greatest length of a file that stays in memory. */
  static final int MAX_IN_MEMORY = 1024 * 1024;

  /** Takes a file over that has been written to its end. */
  @FunctionalInterface
  interface WhenWritten {
    /**
     * Runs the rest in its own time.
     *
     * @param rest stores what is not stored yet
     * @param content the whole file, if it is short
     */
    void take(Rest rest, Optional<byte[]> content) throws IOException;
  }

  /** What is left to do for a file. */
  @FunctionalInterface
  interface Rest {
    void run() throws IOException;
  }

  private final Supplier<PositionOutputStream> opening;
  private final WhenWritten whenWritten;
  private @Nullable ByteArrayOutputStream content = new ByteArrayOutputStream();
  private @Nullable PositionOutputStream file;
  private long position;
  private boolean closed;

  UploadStream(Supplier<PositionOutputStream> opening, WhenWritten whenWritten) {
    this.opening = opening;
    this.whenWritten = whenWritten;
  }

  @Override
  public long getPos() {
    return position;
  }

  /** Returns how much of the file is not in memory here any more. */
  public long handedOn() {
    return content == null ? position : 0;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    position += length;
    if (content != null && position <= MAX_IN_MEMORY) {
      content.write(bytes, offset, length);
    } else {
      opened().write(bytes, offset, length);
    }
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    PositionOutputStream open = file;
    if (open != null) {
      whenWritten.take(open::close, Optional.empty());
    } else if (content != null) {
      byte[] whole = content.toByteArray();
      whenWritten.take(() -> store(whole), Optional.of(whole));
    }
  }

  /** Gives the file up: a short one is not stored, of a long one there may be a beginning. */
  public void abandon() throws IOException {
    content = null;
    close();
  }

  private PositionOutputStream opened() throws IOException {
    PositionOutputStream open = file;
    if (open == null) {
      open = opening.get();
      file = open;
      if (content != null) {
        content.writeTo(open);
        content = null;
      }
    }
    return open;
  }

  private void store(byte[] whole) throws IOException {
    try (PositionOutputStream out = opening.get()) {
      out.write(whole);
    }
  }
}
