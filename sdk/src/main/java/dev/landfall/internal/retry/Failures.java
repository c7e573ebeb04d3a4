package dev.landfall.internal.retry;

import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.UnavailableException;
import java.time.Duration;

/** What the failure of a call says about the call. */
public final class Failures {

  private Failures() {}

  /**
   * Returns whether the call may have had its effect all the same. Only a catalog's own refusal,
   * and the proof that nothing was sent, say that it had not; whatever else is thrown proves
   * nothing.
   */
  public static boolean isAmbiguous(Throwable failure) {
    if (failure instanceof UnavailableException unavailable) {
      return unavailable.mayHaveBeenSent();
    }
    return !isRefusal(failure);
  }

  /** Returns whether the catalog itself answered, and refused. */
  static boolean isRefusal(Throwable failure) {
    return failure instanceof CatalogException
        && !(failure instanceof UnavailableException)
        && !(failure instanceof ProtocolException);
  }

  /** Returns whether the catalog may have got the call. */
  static boolean mayHaveBeenSent(Throwable failure) {
    return !(failure instanceof UnavailableException unavailable) || unavailable.mayHaveBeenSent();
  }

  /** Returns how long the catalog asked to wait; zero if it did not ask. */
  static Duration retryAfter(Throwable failure) {
    return failure instanceof UnavailableException unavailable
        ? unavailable.retryAfter().orElse(Duration.ZERO)
        : Duration.ZERO;
  }

  /** Returns the failure in words. */
  static String describe(Throwable failure) {
    String name =
        failure instanceof CatalogException
            ? failure.getClass().getSimpleName()
            : failure.getClass().getName();
    return failure.getMessage() == null ? name : name + ": " + failure.getMessage();
  }
}
