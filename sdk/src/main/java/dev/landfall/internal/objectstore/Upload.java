package dev.landfall.internal.objectstore;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** A file on its way into an object store. Safe for use by many threads. */
public final class Upload {

  private final String location;
  private final CompletableFuture<Void> stored;

  Upload(String location, CompletableFuture<Void> stored) {
    this.location = location;
    this.stored = stored;
  }

  /**
   * Waits until the store has acknowledged the file.
   *
   * @throws UncheckedIOException if the upload has failed, then the rows must be written again; or
   *     if the thread is interrupted (its flag is kept), then the upload goes on and can be waited
   *     for again
   */
  public void await() {
    try {
      stored.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(
          "Interrupted while file '" + location + "' was being stored; call again",
          new InterruptedIOException("The thread was interrupted"));
    } catch (ExecutionException | CompletionException e) {
      Throwable reason = e.getCause() == null ? e : e.getCause();
      throw new UncheckedIOException(
          "Cannot store file '" + location + "': " + reason.getMessage() + "; write the rows again",
          reason instanceof IOException io ? io : new IOException(reason.toString(), reason));
    }
  }
}
