package dev.landfall.internal.objectstore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.apache.iceberg.inmemory.InMemoryInputFile;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file that is read as a whole, in one request that does not ask for its length before. Used by
 * one thread.
 */
final class WholeFile implements InputFile {

  private final InputFile file;
  private final Consumer<byte[]> whenRead;
  private @Nullable InputFile content;

  WholeFile(InputFile file, Consumer<byte[]> whenRead) {
    this.file = file;
    this.whenRead = whenRead;
  }

  @Override
  public long getLength() {
    return content().getLength();
  }

  @Override
  public SeekableInputStream newStream() {
    return content().newStream();
  }

  @Override
  public String location() {
    return file.location();
  }

  @Override
  public boolean exists() {
    return content != null || file.exists();
  }

  @Override
  public String toString() {
    return location();
  }

  private InputFile content() {
    InputFile known = content;
    if (known == null) {
      try (SeekableInputStream in = file.newStream()) {
        byte[] bytes = in.readAllBytes();
        whenRead.accept(bytes);
        known = new InMemoryInputFile(location(), bytes);
        content = known;
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot read file '" + location() + "'", e);
      }
    }
    return known;
  }
}
