package dev.landfall.catalog;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The catalog could not be reached, or could not answer. As an outcome of a publish it means that
 * no attempt was sent; a catalog's implementation also throws it for a call that may have been
 * sent, which the SDK turns into an unknown outcome.
 */
public final class UnavailableException extends CatalogException {

  private static final long serialVersionUID = 1L;

  private final boolean mayHaveBeenSent;
  private final @Nullable Duration retryAfter;
  private final @Nullable Integer httpStatus;

  /** Makes the exception. */
  public UnavailableException(
      String message,
      boolean mayHaveBeenSent,
      @Nullable Duration retryAfter,
      @Nullable Throwable cause) {
    super(message, cause);
    this.mayHaveBeenSent = mayHaveBeenSent;
    this.retryAfter = retryAfter;
    this.httpStatus = null;
  }

  /** Makes the exception for an answer over HTTP. */
  public UnavailableException(
      String message, boolean mayHaveBeenSent, @Nullable Duration retryAfter, int httpStatus) {
    super(message, null);
    this.mayHaveBeenSent = mayHaveBeenSent;
    this.retryAfter = retryAfter;
    this.httpStatus = httpStatus;
  }

  /** Makes the exception for a call of which nothing was sent. */
  public static UnavailableException notSent(String message, @Nullable Throwable cause) {
    return new UnavailableException(message, false, null, cause);
  }

  /** Makes the exception for a call that may have taken effect. */
  public static UnavailableException maybeSent(String message, @Nullable Throwable cause) {
    return new UnavailableException(message, true, null, cause);
  }

  /**
   * Returns whether the catalog may have taken the call up; it has not if nothing was sent, or if
   * the catalog itself says so.
   */
  public boolean mayHaveBeenSent() {
    return mayHaveBeenSent;
  }

  /** Returns the status of the answer over HTTP; empty if there was no such answer. */
  public OptionalInt httpStatus() {
    return httpStatus == null ? OptionalInt.empty() : OptionalInt.of(httpStatus);
  }

  /** Returns how long the catalog asked to wait before another try. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
