package dev.landfall.internal.nessie;

import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.UnavailableException;
import java.util.function.Supplier;

/**
 * What fails before the request that moves the branch was sent has not moved it, whether or not it
 * arrived: such a failure is not ambiguous.
 */
final class BeforeEffect {

  private BeforeEffect() {}

  static <T> T run(Supplier<T> call) {
    try {
      return call.get();
    } catch (UnavailableException e) {
      throw e.mayHaveBeenSent()
          ? new UnavailableException(words(e), false, e.retryAfter().orElse(null), e)
          : e;
    } catch (ProtocolException e) {
      throw UnavailableException.notSent(words(e), e);
    }
  }

  private static String words(RuntimeException e) {
    return "The branch was not changed, as that request was not sent yet: " + e.getMessage();
  }
}
