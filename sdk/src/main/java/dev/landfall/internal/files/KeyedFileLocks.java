package dev.landfall.internal.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Exclusive locks by key, between the threads and processes that use one lock file. A key is a byte
 * of the file's range, so that nothing is left behind to be cleaned up, and a process that dies
 * holds nothing.
 *
 * <p>The operating system gives up all locks of a process on a file when the process closes any
 * descriptor of that file. All instances for one file in this process therefore share one channel.
 * It is never waited on, because an interrupt would close it for everybody; waiting is polling.
 */
public final class KeyedFileLocks implements AutoCloseable {

  private static final Map<Path, Shared> OPEN = new HashMap<>();
  private static final long POLL_MILLIS = 5;

  private final Shared shared;
  private boolean closed;

  private KeyedFileLocks(Shared shared) {
    this.shared = shared;
  }

  /** Opens the lock file, and makes it if it does not exist. Its directory must exist. */
  public static KeyedFileLocks open(Path directory, String fileName) throws IOException {
    Path path = directory.toRealPath().resolve(fileName);
    synchronized (OPEN) {
      Shared shared = OPEN.get(path);
      if (shared == null) {
        shared =
            new Shared(
                path, FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
        OPEN.put(path, shared);
      }
      shared.users++;
      return new KeyedFileLocks(shared);
    }
  }

  /**
   * Waits for the lock of a key.
   *
   * @throws InterruptedException if the caller is interrupted while it waits; it holds nothing then
   */
  public Held acquire(UUID key) throws IOException, InterruptedException {
    Optional<Held> held = tryAcquire(key);
    while (held.isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      held = tryAcquire(key);
    }
    return held.get();
  }

  /** Takes the lock of a key if nobody holds it. */
  public Optional<Held> tryAcquire(UUID key) throws IOException {
    // Two keys may share a position; they then exclude each other, which does no harm.
    long position =
        (key.getMostSignificantBits() ^ key.getLeastSignificantBits()) & (Long.MAX_VALUE >> 1);
    if (!shared.held.add(position)) {
      return Optional.empty();
    }
    FileLock lock = null;
    try {
      lock = shared.channel.tryLock(position, 1, false);
      return Optional.ofNullable(lock).map(taken -> new Held(shared, position, taken));
    } finally {
      if (lock == null) {
        shared.held.remove(position);
      }
    }
  }

  /** Closes the lock file when its last user in this process does. */
  @Override
  public void close() throws IOException {
    synchronized (OPEN) {
      if (closed) {
        return;
      }
      closed = true;
      shared.users--;
      if (shared.users == 0) {
        OPEN.remove(shared.path);
        shared.channel.close();
      }
    }
  }

  /** A lock that is held until it is closed. */
  public static final class Held implements AutoCloseable {

    private final Shared shared;
    private final long position;
    private final FileLock lock;

    private Held(Shared shared, long position, FileLock lock) {
      this.shared = shared;
      this.position = position;
      this.lock = lock;
    }

    @Override
    public void close() throws IOException {
      if (lock.isValid()) {
        try {
          lock.release();
        } finally {
          shared.held.remove(position);
        }
      }
    }
  }

  private static final class Shared {

    private final Path path;
    private final FileChannel channel;
    private final Set<Long> held = ConcurrentHashMap.newKeySet();
    private int users;

    private Shared(Path path, FileChannel channel) {
      this.path = path;
      this.channel = channel;
    }
  }
}
