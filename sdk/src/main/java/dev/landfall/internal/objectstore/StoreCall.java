package dev.landfall.internal.objectstore;

import dev.landfall.catalog.CatalogException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import org.apache.iceberg.exceptions.NotFoundException;

/** A call of a store's library, whose own exceptions nobody should have to know. */
@FunctionalInterface
interface StoreCall<T> {

  T run() throws IOException;

  /**
   * Makes a call.
   *
   * @param task what it does, as in {@code "read file"}
   * @throws NotFoundException if there is no such file
   * @throws UncheckedIOException if it fails otherwise. Its cause is an {@link
   *     AccessDeniedException} if the store denies it, and an {@link InterruptedIOException} if the
   *     thread is interrupted, whose flag is kept
   */
  static <T> T make(StoreKind kind, String task, String location, StoreCall<T> call) {
    try {
      return call.run();
    } catch (IllegalArgumentException | CatalogException e) {
      // The catalog is asked on the way, for the access to the store.
      throw e;
    } catch (IOException | RuntimeException e) {
      throw translated(kind.diagnose(e), task, location, e);
    }
  }

  private static RuntimeException translated(
      Diagnosis diagnosis, String task, String location, Exception failure) {
    String message =
        "Cannot "
            + task
            + " '"
            + location
            + "': "
            + diagnosis.words()
            + "; "
            + diagnosis.kind().advice;
    return switch (diagnosis.kind()) {
      case MISSING -> new NotFoundException(failure, "%s", message);
      case DENIED ->
          unchecked(message, new AccessDeniedException(location, null, diagnosis.words()), failure);
      case INTERRUPTED -> {
        Thread.currentThread().interrupt();
        yield unchecked(message, new InterruptedIOException(message), failure);
      }
      case FAILED -> unchecked(message, new IOException(message), failure);
    };
  }

  private static UncheckedIOException unchecked(
      String message, IOException typed, Exception failure) {
    typed.initCause(failure);
    return new UncheckedIOException(message, typed);
  }
}
