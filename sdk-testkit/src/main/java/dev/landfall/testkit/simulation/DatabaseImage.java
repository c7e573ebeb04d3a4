package dev.landfall.testkit.simulation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The files of a catalog's database, as a crash leaves them. SQLite appends each database commit to
 * its write-ahead log, so what was durable at one of them is the log up to there.
 */
@SuppressWarnings("ArrayRecordComponent")
record DatabaseImage(byte[] database, byte[] log, byte[] mark) {

  private static final String DATABASE = "catalog.db";
  private static final String LOG = "catalog.db-wal";
  private static final String SHARED_MEMORY = "catalog.db-shm";
  private static final String MARK = "catalog.mark";

  private static final int LOG_HEADER = 32;
  private static final int FRAME_HEADER = 24;
  private static final int SALTS = 16;

  /** Takes what a process that is killed leaves: all that it wrote. */
  static DatabaseImage take(Path directory) throws IOException {
    return new DatabaseImage(
        Files.readAllBytes(directory.resolve(DATABASE)),
        read(directory.resolve(LOG)),
        read(directory.resolve(MARK)));
  }

  /** Returns this image with no more than so many bytes of the log. */
  DatabaseImage withLog(long bytes) {
    return new DatabaseImage(database, Arrays.copyOf(log, (int) Math.min(bytes, log.length)), mark);
  }

  DatabaseImage withMark(byte[] other) {
    return new DatabaseImage(database, log, other);
  }

  /** Puts the files in place, for the next process. */
  void restore(Path directory) throws IOException {
    Files.write(directory.resolve(DATABASE), database);
    put(directory.resolve(LOG), log);
    put(directory.resolve(MARK), mark);
    Files.deleteIfExists(directory.resolve(SHARED_MEMORY));
  }

  /** Returns up to where the log holds the frames of its last header. */
  static long endOfLog(Path directory) throws IOException {
    Path log = directory.resolve(LOG);
    if (!Files.exists(log)) {
      return 0;
    }
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
      ByteBuffer header = read(channel, 0, LOG_HEADER);
      if (header.remaining() < LOG_HEADER) {
        return 0;
      }
      int frame = FRAME_HEADER + header.getInt(8);
      long salts = header.getLong(SALTS);
      long whole = (channel.size() - LOG_HEADER) / frame;
      // Frames of an older header stand behind those of this one, so the last one is searched for.
      long known = 0;
      while (known < whole) {
        long middle = (known + whole + 1) / 2;
        long at = LOG_HEADER + (middle - 1) * frame;
        if (read(channel, at, FRAME_HEADER).getLong(8) == salts) {
          known = middle;
        } else {
          whole = middle - 1;
        }
      }
      return LOG_HEADER + known * frame;
    }
  }

  static byte[] mark(Path directory) throws IOException {
    return read(directory.resolve(MARK));
  }

  private static ByteBuffer read(FileChannel channel, long at, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    channel.read(bytes, at);
    return bytes.flip();
  }

  private static byte[] read(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
  }

  private static void put(Path file, byte[] bytes) throws IOException {
    if (bytes.length == 0) {
      Files.deleteIfExists(file);
    } else {
      Files.write(file, bytes);
    }
  }
}
