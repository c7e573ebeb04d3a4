package dev.landfall.catalog;

import java.time.Duration;
import java.util.Optional;
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

  /** Makes the exception. */
  public UnavailableException(
      String message,
      boolean mayHaveBeenSent,
      @Nullable Duration retryAfter,
      @Nullable Throwable cause) {
    super(message, cause);
    this.mayHaveBeenSent = mayHaveBeenSent;
    this.retryAfter = retryAfter;
  }

  /** Makes the exception for a call of which nothing was sent. */
  public static UnavailableException notSent(String message, @Nullable Throwable cause) {
    return new UnavailableException(message, false, null, cause);
  }

  /** Makes the exception for a call that may have taken effect. */
  public static UnavailableException maybeSent(String message, @Nullable Throwable cause) {
    return new UnavailableException(message, true, null, cause);
  }

  /** Returns whether the catalog may have got the call. */
  public boolean mayHaveBeenSent() {
    return mayHaveBeenSent;
  }

  /** Returns how long the catalog asked to wait before another try. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
