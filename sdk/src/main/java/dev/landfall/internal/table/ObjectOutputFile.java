package dev.landfall.internal.table;

import dev.landfall.internal.objectstore.ObjectStores;
import dev.landfall.internal.objectstore.Upload;
import dev.landfall.internal.objectstore.UploadStream;
import java.io.Closeable;
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
  private @Nullable UploadStream stream;
  private @Nullable Closeable abandoning;

  ObjectOutputFile(String location, ObjectStores objects, WriteLog log) {
    this.location = location;
    this.objects = objects;
    this.log = log;
  }

  @Override
  public long written() {
    return stream == null ? 0 : stream.handedOn();
  }

  /** Begins the file. If it exists, it is left as it is and the version's seal fails. */
  @Override
  public PositionOutputStream create() {
    log.requireOpen();
    UploadStream created = objects.create(location, this::uploading);
    stream = created;
    abandoning = created::abandon;
    log.opened(abandoning);
    return created;
  }

  private void uploading(Upload upload) {
    if (abandoning != null) {
      log.closed(abandoning);
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
