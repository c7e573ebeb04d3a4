package dev.landfall.internal.table;

import dev.landfall.internal.storage.Locations;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/** A file of the local disk, to be read. */
final class LocalInputFile implements InputFile {

  private final String location;
  private final Path path;

  LocalInputFile(String location) {
    this.location = location;
    this.path = Locations.path(location);
  }

  @Override
  public long getLength() {
    try {
      return Files.size(path);
    } catch (NoSuchFileException e) {
      throw notFound(e);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the size of file '" + path + "'", e);
    }
  }

  @Override
  public SeekableInputStream newStream() {
    try {
      return new Stream(new RandomAccessFile(path.toFile(), "r"));
    } catch (FileNotFoundException e) {
      if (Files.exists(path)) {
        throw new UncheckedIOException("Cannot open file '" + path + "'", e);
      }
      throw notFound(e);
    }
  }

  @Override
  public String location() {
    return location;
  }

  @Override
  public boolean exists() {
    return Files.exists(path);
  }

  @Override
  public String toString() {
    return location;
  }

  private NotFoundException notFound(IOException cause) {
    return new NotFoundException(
        cause, "Failed to open input stream for file: %s: it does not exist", location);
  }

  /** Plain file reads, which an interrupt neither fails nor closes. */
  private static final class Stream extends SeekableInputStream {

    private final RandomAccessFile file;

    Stream(RandomAccessFile file) {
      this.file = file;
    }

    @Override
    public long getPos() throws IOException {
      return file.getFilePointer();
    }

    @Override
    public void seek(long position) throws IOException {
      file.seek(position);
    }

    @Override
    public int read() throws IOException {
      return file.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return file.read(bytes, offset, length);
    }

    @Override
    public long skip(long count) throws IOException {
      long from = file.getFilePointer();
      long to = Math.max(from, Math.min(file.length(), from + count));
      file.seek(to);
      return to - from;
    }

    @Override
    public int available() throws IOException {
      return (int) Math.min(Integer.MAX_VALUE, file.length() - file.getFilePointer());
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
