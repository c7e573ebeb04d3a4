package dev.landfall.internal.engine;

import dev.landfall.catalog.CatalogLockedException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The right to write to a catalog directory, which one process at a time has. It ends with the
 * process at the latest. The lock file tells who holds it, and is empty when nobody does.
 *
 * <p>POSIX drops a process's lock as soon as that process closes <em>any</em> descriptor of the
 * file. So this process first asks its own list, by real path, and opens the file only if it does
 * not hold the lock itself.
 */
final class DirectoryLock implements AutoCloseable {

  private static final int MOST_HOLDER_BYTES = 1000;
  private static final long LOCKED_BYTE = 1L << 30;

  /** The directories that this process holds, and since when. */
  private static final Map<Path, String> HELD_HERE = new ConcurrentHashMap<>();

  /**
   * Files that must stay open, because closing them would drop the lock of another class loader.
   */
  private static final Collection<RandomAccessFile> LEFT_OPEN = new ConcurrentLinkedQueue<>();

  private final Path directory;
  private final RandomAccessFile file;

  private DirectoryLock(Path directory, RandomAccessFile file) {
    this.directory = directory;
    this.file = file;
  }

  /**
   * Takes the lock.
   *
   * @param directory its real path
   * @throws CatalogLockedException if it is held; the message names the holder
   */
  static DirectoryLock take(Path directory, Path lockFile, InstantSource clock) throws IOException {
    String holder = holder(clock);
    String other = HELD_HERE.putIfAbsent(directory, holder);
    if (other != null) {
      throw locked(directory, "this process: " + other);
    }
    boolean taken = false;
    try {
      DirectoryLock lock = new DirectoryLock(directory, lockedFile(directory, lockFile));
      lock.write(holder);
      taken = true;
      return lock;
    } finally {
      if (!taken) {
        HELD_HERE.remove(directory);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try (RandomAccessFile closing = file) {
      closing.setLength(0);
    } finally {
      HELD_HERE.remove(directory);
    }
  }

  private static RandomAccessFile lockedFile(Path directory, Path lockFile) throws IOException {
    RandomAccessFile file = new RandomAccessFile(lockFile.toFile(), "rw");
    FileLock lock;
    try {
      lock = tryLock(file);
    } catch (OverlappingFileLockException e) {
      LEFT_OPEN.add(file);
      throw locked(directory, "this process, under another class loader: " + readHolder(file));
    } catch (IOException e) {
      file.close();
      throw e;
    }
    if (lock == null) {
      try (file) {
        throw locked(directory, readHolder(file));
      }
    }
    return file;
  }

  private static @Nullable FileLock tryLock(RandomAccessFile file) throws IOException {
    // A byte past the text: Windows keeps locked bytes from being read.
    return file.getChannel().tryLock(LOCKED_BYTE, 1, false);
  }

  private void write(String holder) throws IOException {
    file.setLength(0);
    file.write(holder.getBytes(StandardCharsets.UTF_8));
  }

  private static String readHolder(RandomAccessFile file) throws IOException {
    byte[] bytes = new byte[MOST_HOLDER_BYTES];
    file.seek(0);
    int length = file.read(bytes);
    return length <= 0
        ? "an unknown process"
        : new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private static String holder(InstantSource clock) {
    return "process "
        + ProcessHandle.current().pid()
        + " on "
        + hostName()
        + " since "
        + clock.instant();
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "a host without a name";
    }
  }

  private static CatalogLockedException locked(Path directory, String holder) {
    return new CatalogLockedException(
        "The catalog at "
            + directory
            + " is open for writing in "
            + holder
            + "; close it there, or open it read-only here");
  }
}
