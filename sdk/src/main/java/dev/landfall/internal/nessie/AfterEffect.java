package dev.landfall.internal.nessie;

import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.UnavailableException;
import java.util.function.Supplier;

/**
 * What fails after a request was sent that may have moved the branch says nothing about it, though
 * that call itself was never sent, or was refused: such a failure is ambiguous. Only what tells of
 * the operation or of its request is not.
 */
final class AfterEffect {

  private AfterEffect() {}

  static <T> T run(Supplier<T> call) {
    try {
      return call.get();
    } catch (OperationAbandonedException
        | OperationMismatchException
        | InvalidRequestException told) {
      throw told;
    } catch (CatalogException e) {
      if (e instanceof UnavailableException unavailable && unavailable.mayHaveBeenSent()) {
        throw e;
      }
      throw UnavailableException.maybeSent(
          "The branch may have been changed by a request that was sent before: " + e.getMessage(),
          e);
    }
  }
}
