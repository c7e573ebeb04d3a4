package dev.landfall.internal.engine;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A small file beside the database that holds the number of its last commit. It is written after
 * each commit and never ahead of one, so a database below it has lost commits. It is not synced: it
 * may lag, which only makes it see less.
 */
final class HighWaterMark implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HighWaterMark.class);
  private static final byte[] MAGIC = "LFMARK1\n".getBytes(StandardCharsets.US_ASCII);
  private static final int CHECKED_BYTES = MAGIC.length + Long.BYTES;
  private static final int ALL_BYTES = CHECKED_BYTES + Integer.BYTES;

  private final Path path;
  // Not a FileChannel: an interrupt of the writing thread would close that for all.
  private final RandomAccessFile file;

  private HighWaterMark(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
  }

  /** Opens the mark to write it. */
  static HighWaterMark open(Path path) throws IOException {
    return new HighWaterMark(path, new RandomAccessFile(path.toFile(), "rw"));
  }

  /** Reads a mark; empty if there is none, or if a crash tore it. */
  static Optional<Long> read(Path path) throws IOException {
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    byte[] bytes = Files.readAllBytes(path);
    if (bytes.length == 0) {
      return Optional.empty();
    }
    Optional<Long> sequence = parse(bytes);
    if (sequence.isEmpty()) {
      LOG.warn(
          "The high-water mark {} is torn and tells nothing about lost commits; it is written anew",
          path);
    }
    return sequence;
  }

  /**
   * Writes the number of the last commit. A failure is logged: the commit is durable without it.
   */
  void raise(long sequence) {
    ByteBuffer mark = ByteBuffer.allocate(ALL_BYTES).put(MAGIC).putLong(sequence);
    mark.putInt(checksum(mark.array()));
    try {
      file.seek(0);
      file.write(mark.array());
    } catch (IOException e) {
      LOG.warn(
          "Cannot write the high-water mark {}; until that succeeds, lost commits may go unnoticed",
          path,
          e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private static Optional<Long> parse(byte[] bytes) {
    if (bytes.length != ALL_BYTES) {
      return Optional.empty();
    }
    ByteBuffer mark = ByteBuffer.wrap(bytes);
    boolean intact = mark.getInt(CHECKED_BYTES) == checksum(bytes);
    return intact ? Optional.of(mark.getLong(MAGIC.length)) : Optional.empty();
  }

  private static int checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, CHECKED_BYTES);
    return (int) checksum.getValue();
  }
}
