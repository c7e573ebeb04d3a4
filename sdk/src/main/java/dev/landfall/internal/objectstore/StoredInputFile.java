package dev.landfall.internal.objectstore;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * A file in a store, whose methods and streams fail as those of {@link StoreCall}: with a {@link
 * NotFoundException} or an {@link UncheckedIOException}, never with what the store's library
 * throws.
 */
record StoredInputFile(StoreKind kind, String location, InputFile file) implements InputFile {

  @Override
  public long getLength() {
    return read(file::getLength);
  }

  @Override
  public SeekableInputStream newStream() {
    SeekableInputStream stream = read(file::newStream);
    return stream instanceof RangeReadable ranges ? new Ranges(stream, ranges) : new Stream(stream);
  }

  @Override
  public boolean exists() {
    return StoreCall.make(kind, "look for file", location, file::exists);
  }

  @Override
  public String toString() {
    return location;
  }

  private <T> T read(StoreCall<T> call) {
    return StoreCall.make(kind, "read file", location, call);
  }

  private class Stream extends SeekableInputStream {

    private final SeekableInputStream stream;

    Stream(SeekableInputStream stream) {
      this.stream = stream;
    }

    @Override
    public long getPos() throws IOException {
      return stream.getPos();
    }

    @Override
    public void seek(long position) {
      run(() -> stream.seek(position));
    }

    @Override
    public int read() {
      return StoredInputFile.this.read(stream::read);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      return StoredInputFile.this.read(() -> stream.read(bytes, offset, length));
    }

    @Override
    public long skip(long count) {
      return StoredInputFile.this.read(() -> stream.skip(count));
    }

    @Override
    public int available() {
      return StoredInputFile.this.read(stream::available);
    }

    @Override
    public void close() {
      run(stream::close);
    }

    final void run(IoAction action) {
      StoredInputFile.this.read(
          () -> {
            action.run();
            return true;
          });
    }
  }

  /** Offers no vectored reads, whose failures would go another way. */
  private final class Ranges extends Stream implements RangeReadable {

    private final RangeReadable ranges;

    Ranges(SeekableInputStream stream, RangeReadable ranges) {
      super(stream);
      this.ranges = ranges;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) {
      run(() -> ranges.readFully(position, buffer, offset, length));
    }

    @Override
    public int readTail(byte[] buffer, int offset, int length) {
      return StoredInputFile.this.read(() -> ranges.readTail(buffer, offset, length));
    }
  }

  @FunctionalInterface
  private interface IoAction {
    void run() throws IOException;
  }
}
