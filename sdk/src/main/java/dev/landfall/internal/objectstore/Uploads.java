package dev.landfall.internal.objectstore;

import dev.landfall.internal.files.IoThreads;
import dev.landfall.internal.objectstore.UploadStream.Rest;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The uploads that are under way: many at once, so that small files do not wait for each other, and
 * not more than the writers may run ahead of. Safe for use by many threads.
 */
final class Uploads implements AutoCloseable {

  private static final int AT_ONCE = 32;
  private static final int AHEAD = 64;

  private final ThreadPoolExecutor threads = IoThreads.pool("landfall-upload", AT_ONCE);
  private final Semaphore ahead = new Semaphore(AHEAD);
  private final ConcurrentMap<String, Upload> pending = new ConcurrentHashMap<>();

  /**
   * Stores what is left of a file, in another thread.
   *
   * @param whenFailed is run if it cannot be stored
   * @throws InterruptedIOException if the thread is interrupted while too many are under way; the
   *     flag is kept, and the file is not stored
   */
  Upload start(String location, Rest rest, Runnable whenFailed) throws InterruptedIOException {
    try {
      // Only who has to wait may be interrupted.
      if (!ahead.tryAcquire()) {
        ahead.acquire();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while waiting for earlier uploads");
    }
    CompletableFuture<Void> stored = new CompletableFuture<>();
    Upload upload = new Upload(location, stored);
    pending.put(location, upload);
    Task task = new Task(location, rest, stored, whenFailed);
    try {
      threads.execute(task);
    } catch (RejectedExecutionException e) {
      task.refuse();
    }
    return upload;
  }

  /** Returns the upload of a file, while it is under way. */
  Optional<Upload> pending(String location) {
    return Optional.ofNullable(pending.get(location));
  }

  /** Ends the uploads that are under way; those that have not begun fail, for who waits. */
  @Override
  public void close() {
    for (Runnable task : threads.shutdownNow()) {
      ((Task) task).refuse();
    }
  }

  /** The upload of one file. */
  private final class Task implements Runnable {

    private final String location;
    private final Rest rest;
    private final CompletableFuture<Void> stored;
    private final Runnable whenFailed;

    Task(String location, Rest rest, CompletableFuture<Void> stored, Runnable whenFailed) {
      this.location = location;
      this.rest = rest;
      this.stored = stored;
      this.whenFailed = whenFailed;
    }

    @Override
    public void run() {
      finish(store());
    }

    void refuse() {
      finish(new IOException("The client is closed"));
    }

    /** Returns why the file cannot be stored; null if it is. */
    private @Nullable Throwable store() {
      try {
        rest.run();
        return null;
      } catch (IOException | RuntimeException | Error e) {
        return e instanceof UncheckedIOException unchecked ? unchecked.getCause() : e;
      }
    }

    private void finish(@Nullable Throwable failure) {
      if (failure != null) {
        whenFailed.run();
      }
      pending.remove(location);
      ahead.release();
      if (failure == null) {
        stored.complete(null);
      } else {
        stored.completeExceptionally(failure);
      }
    }
  }
}
