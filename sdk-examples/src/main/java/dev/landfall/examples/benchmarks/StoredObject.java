package dev.landfall.examples.benchmarks;

import java.io.IOException;
import java.util.UUID;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.PositionOutputStream;

/** The floor of a write to an object store: one small object, in one request. */
final class StoredObject implements Contestant, AutoCloseable {

  private final FileIO files;
  private final String location;
  private final byte[] content = new byte[2048];

  StoredObject(FileIO files, String location) {
    this.files = files;
    this.location = location;
  }

  @Override
  public String name() {
    return "floor: one object of 2 KB";
  }

  @Override
  public void run() throws IOException {
    String object = location + "/" + UUID.randomUUID();
    try (PositionOutputStream out = files.newOutputFile(object).createOrOverwrite()) {
      out.write(content);
    }
  }

  @Override
  public void close() {
    files.close();
  }
}
