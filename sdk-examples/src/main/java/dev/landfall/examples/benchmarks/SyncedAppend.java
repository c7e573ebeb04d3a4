package dev.landfall.examples.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The floor of a durable write: appends bytes to one open file and syncs it. */
final class SyncedAppend implements Contestant, AutoCloseable {

  private final FileChannel file;
  private final ByteBuffer bytes;

  private SyncedAppend(FileChannel file, ByteBuffer bytes) {
    this.file = file;
    this.bytes = bytes;
  }

  static SyncedAppend open(Path path, int bytesPerOperation) throws IOException {
    FileChannel file =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return new SyncedAppend(file, ByteBuffer.allocateDirect(bytesPerOperation));
  }

  int bytesPerOperation() {
    return bytes.capacity();
  }

  @Override
  public String name() {
    return "floor: append and fsync of the same bytes";
  }

  @Override
  public void run() throws IOException {
    bytes.clear();
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
    file.force(true);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
