package dev.landfall.internal.table;

import dev.landfall.internal.storage.Locations;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.PositionOutputStream;

/** A file of the local disk, to be created. */
final class LocalOutputFile implements NewOutputFile {

  private static final int BUFFER_BYTES = 16 * 1024;

  private final String location;
  private final Path path;
  private final WriteLog log;
  private volatile long written;

  LocalOutputFile(String location, WriteLog log) {
    this.location = location;
    this.path = Locations.path(location);
    this.log = log;
  }

  @Override
  public long written() {
    return written;
  }

  /**
   * Creates the file and the directories above it.
   *
   * @throws AlreadyExistsException if it exists; it is left as it is
   */
  @Override
  public PositionOutputStream create() {
    log.requireOpen();
    TableFileIO.makeDirectories(path.getParent(), log);
    try {
      Files.createFile(path);
      log.created(path);
      return new Stream(new FileOutputStream(path.toFile()));
    } catch (FileAlreadyExistsException e) {
      throw new AlreadyExistsException(e, "File '%s' exists already; nothing is overwritten", path);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot create file '" + path + "'", e);
    }
  }

  /** Creates the file as {@link #create()} does: names are unique, so nothing is to overwrite. */
  @Override
  public PositionOutputStream createOrOverwrite() {
    return create();
  }

  @Override
  public String location() {
    return location;
  }

  @Override
  public InputFile toInputFile() {
    return new LocalInputFile(location);
  }

  @Override
  public String toString() {
    return location;
  }

  /** Plain file writes: an interrupt cannot cut one in half. */
  private final class Stream extends PositionOutputStream {

    private final FileOutputStream file;
    private final OutputStream out;
    private long position;
    private boolean closed;

    Stream(FileOutputStream file) {
      this.file = file;
      this.out = new BufferedOutputStream(file, BUFFER_BYTES);
      log.opened(file);
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      position++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      position += length;
      written = position;
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      log.closed(file);
      out.close();
      written = position;
      log.written(path);
    }
  }
}
