package dev.landfall.internal.table;

import dev.landfall.internal.objectstore.ObjectStores;
import dev.landfall.internal.objectstore.Upload;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file of an object store, to be created. Closing it starts its upload, which the version waits
 * for when it is sealed. For one thread.
 */
final class ObjectOutputFile implements NewOutputFile {

  private final String location;
  private final ObjectStores objects;
  private final WriteLog log;
  private @Nullable PositionOutputStream stream;

  ObjectOutputFile(String location, ObjectStores objects, WriteLog log) {
    this.location = location;
    this.objects = objects;
    this.log = log;
  }

  @Override
  public long written() {
    try {
      return stream == null ? 0 : stream.getPos();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot tell the length of file '" + location + "'", e);
    }
  }

  /**
   * Begins the file.
   *
   * @throws org.apache.iceberg.exceptions.AlreadyExistsException if it exists; it is left as it is.
   *     A store that finds out later has the version's seal fail
   */
  @Override
  public PositionOutputStream create() {
    log.requireOpen();
    PositionOutputStream created = objects.create(location, this::uploading);
    stream = created;
    log.opened(created);
    return created;
  }

  private void uploading(Upload upload) {
    if (stream != null) {
      log.closed(stream);
    }
    log.uploading(upload);
  }

  /** Begins the file as {@link #create()} does: names are unique, so nothing is to overwrite. */
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
    return objects.input(location);
  }

  @Override
  public String toString() {
    return location;
  }
}
