package dev.landfall.iceberg;

import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.catalog.UnauthenticatedException;
import dev.landfall.catalog.UnavailableException;
import java.util.function.Supplier;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;

/** Says in Iceberg's exceptions why a Landfall catalog did not do what it was asked for. */
final class Failures {

  private Failures() {}

  /** Calls, and throws Iceberg's exception for a definite failure. */
  static <T> T translated(Supplier<T> call) {
    try {
      return call.get();
    } catch (CatalogException e) {
      throw translate(e);
    }
  }

  /** Returns Iceberg's exception for a failure, or the failure itself if Iceberg has none. */
  static RuntimeException translate(CatalogException e) {
    String message = e.getMessage();
    if (e instanceof UnauthenticatedException) {
      return new NotAuthorizedException(e, "%s", message);
    }
    if (e instanceof PermissionDeniedException) {
      return new ForbiddenException(e, "%s", message);
    }
    if (e instanceof UnavailableException) {
      return new ServiceUnavailableException(e, "%s", message);
    }
    if (e instanceof InvalidRequestException) {
      return new BadRequestException(e, "%s", message);
    }
    if (e instanceof dev.landfall.catalog.NotFoundException) {
      return new NotFoundException(e, "%s", message);
    }
    if (e instanceof NotSupportedException) {
      return new UnsupportedOperationException(message, e);
    }
    return e;
  }
}
